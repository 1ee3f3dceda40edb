/** Counts, key by key, how often it was asked: 1 the first time, then 2. */
export function ordinal(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count;
  };
}
