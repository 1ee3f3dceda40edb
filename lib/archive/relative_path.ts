const DOT = 0x2e;
const SLASH = 0x2f;

/**
 * An archive's name as a tree's path: leading `./` and one trailing slash
 * dropped, nothing else, so that the names policy sees what the archive says.
 * `undefined` for the root itself (`.`, `./`).
 */
export function relativePath(name: Uint8Array): Uint8Array | undefined {
  let start = 0;
  while (name[start] === DOT && name[start + 1] === SLASH) start += 2;
  if (start > 0 && start === name.length) return undefined;
  if (name.length === start + 1 && name[start] === DOT) return undefined;
  const end = name.length > start && name.at(-1) === SLASH
    ? name.length - 1
    : name.length;
  return name.subarray(start, end);
}
