const ESCAPES = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
]);

/**
 * Writes a path as git does with `core.quotePath`: as it is, or between double
 * quotes when it has a control character, quote, backslash or a byte that is
 * not ASCII, those as C escapes. A blank needs no quotes.
 */
export function quotePath(path: string): string {
  if (/^[ !#-[\]-~]*$/.test(path)) return path;
  let quoted = "";
  for (const byte of new TextEncoder().encode(path)) {
    quoted += ESCAPES.get(byte) ??
      (byte < 0x20 || byte >= 0x7f
        ? `\\${byte.toString(8).padStart(3, "0")}`
        : String.fromCharCode(byte));
  }
  return `"${quoted}"`;
}
