const NARROW = /^[\x20-\x7e]*$/;
const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const MARKS = /^\p{Mark}+$/u;

/**
 * Columns that printable text takes on a terminal: East Asian wide characters
 * and emoji take two, combining marks none.
 */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (MARKS.test(segment)) continue;
    width += WIDE.test(segment) ? 2 : 1;
  }
  return width;
}
