/**
 * Makes the test "is this path one of `roots`, or below one". The root `"."`
 * holds every path. The test is linear in the path, however many roots.
 */
export function within(roots: Iterable<string>): (path: string) => boolean {
  const known = new Set(roots);
  if (known.has(".")) return () => true;
  if (known.size === 0) return () => false;
  return (path) => {
    for (
      let end = path.indexOf("/");
      end !== -1;
      end = path.indexOf("/", end + 1)
    ) {
      if (known.has(path.slice(0, end))) return true;
    }
    return known.has(path);
  };
}
