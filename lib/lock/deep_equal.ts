/** Whether two values of plain data are equal: texts, lists, objects and maps. */
export function deepEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, canonical) === JSON.stringify(b, canonical);
}

function canonical(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : a > b ? 1 : 0),
  );
}
