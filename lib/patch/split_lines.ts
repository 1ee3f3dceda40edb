/**
 * Splits a text behind each line feed, and nowhere else: a carriage return or
 * a Unicode separator is content. All but the last line end with a line feed.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed + 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}
