import { proseLines } from "./fences.ts";

/** The headings of a Markdown text. */
export interface Headings {
  /** ATX heading lines as they stand, without blanks at the end: `## Step 1`. */
  readonly lines: ReadonlySet<string>;
  /** The texts of all headings: `Step 1`. */
  readonly texts: ReadonlySet<string>;
}

/** Collects the headings of a Markdown text, ATX and underlined ones. */
export function headings(text: string): Headings {
  const lines = new Set<string>();
  const texts = new Set<string>();
  let before = "";
  for (const { text: content } of proseLines(text)) {
    const line = content.trimEnd();
    if (/^ {0,3}#{1,6}[ \t]/.test(line)) {
      lines.add(line);
      texts.add(withoutMarkers(line.trim()));
      before = "";
    } else if (/^ {0,3}(?:=+|-+)$/.test(line) && before !== "") {
      texts.add(before);
      before = "";
    } else before = line.trim();
  }
  return { lines, texts };
}

function withoutMarkers(line: string): string {
  const text = line.replace(/^#+/, "").trim();
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end--;
  const closed = end < text.length &&
    (end === 0 || /[ \t]/.test(text[end - 1]!));
  return closed ? text.slice(0, end).trimEnd() : text;
}
