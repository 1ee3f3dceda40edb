/**
 * Reads what hidden characters carry: tag characters are ASCII moved up,
 * variation selectors are the bytes 0 to 255, and two kinds of characters of
 * no width are the bits of bytes. What makes no text is written as `U+…`.
 */
export function readHidden(codes: readonly number[]): string {
  if (codes.every(isTag)) {
    return codes.map((code) =>
      code >= 0xe0020 && code < 0xe007f ? String.fromCharCode(code & 0x7f) : ""
    ).join("");
  }
  const bytes = codes.map(selectorByte);
  if (bytes.every((byte) => byte !== undefined)) {
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }
  return bitText(codes) ??
    codes.slice(0, 16).map((code) => `U+${code.toString(16).toUpperCase()}`)
      .join(" ");
}

function isTag(code: number): boolean {
  return code >= 0xe0000 && code <= 0xe007f;
}

function selectorByte(code: number): number | undefined {
  if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
  if (code >= 0xe0100 && code <= 0xe01ef) return code - 0xe0100 + 16;
  return undefined;
}

/** Two kinds of characters as zeros and ones, either way round. */
function bitText(codes: readonly number[]): string | undefined {
  const kinds = [...new Set(codes)];
  if (kinds.length !== 2 || codes.length < 8) return undefined;
  // Most likely are whole bytes, then what fills the run without a rest.
  const widths = [8, 7, 16].toSorted((a, b) =>
    Number(codes.length % a !== 0) - Number(codes.length % b !== 0)
  );
  for (const width of widths) {
    for (const one of kinds) {
      const values: number[] = [];
      for (let at = 0; at + width <= codes.length; at += width) {
        values.push(
          codes.slice(at, at + width)
            .reduce((sum, code) => sum * 2 + (code === one ? 1 : 0), 0),
        );
      }
      const text = String.fromCharCode(...values.slice(0, 4096));
      if (/^[\t\n\r\x20-\x7e]+$/.test(text)) return text;
    }
  }
  return undefined;
}
