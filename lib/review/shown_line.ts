/** A row of blanks that pushes what follows out of a window or a page. */
const FAR = /[\p{Zs}\t]{64,}/gu;

/**
 * A line without its long rows of blanks, which are counted instead: text far
 * to the right is seen by nobody who does not scroll there.
 */
export function shownLine(line: string): string {
  return line.replace(FAR, (blanks) => ` …(${blanks.length} blanks)… `);
}

/** One line of `text`, escaped elsewhere, of at most `most` characters; the rest is counted. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text[most - 1]!) ? most - 1 : most;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}
