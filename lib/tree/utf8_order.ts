/** Whether the text has a character above U+FFFF, whose UTF-16 order is not its UTF-8 order. */
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Sorts texts in place by their UTF-8 bytes, as git and every other program
 * sorts names. JavaScript's own order puts characters above U+FFFF before
 * U+E000 to U+FFFF.
 */
export function sortByUtf8(texts: string[]): string[] {
  return texts.some((text) => SURROGATE.test(text))
    ? texts.sort(compareUtf8)
    : texts.sort();
}

/** Compares two well-formed texts by their UTF-8 bytes: negative, zero or positive. */
export function compareUtf8(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Puts the surrogates, which stand for characters above U+FFFF, behind all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
