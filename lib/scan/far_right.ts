import type { Sighting } from "./model.ts";

/** Blanks in a row after which text stands beyond the edge of a window. */
const EDGE = 120;
/** Files whose lines are columns, not text. */
const COLUMNS = /\.(?:csv|tsv|svg|xml|xsd|json|jsonl|ipynb|lock|map|log|dat)$/i;

/**
 * Finds text behind so many blanks that no window shows it. The padded cells
 * of a table pass.
 */
export function* farRight(path: string, text: string): Generator<Sighting> {
  if (COLUMNS.test(path)) return;
  const pattern = new RegExp(
    `[ \\u00a0\\u3000]{${EDGE},}|\\t{${EDGE / 4},}`,
    "g",
  );
  for (const match of text.matchAll(pattern)) {
    const from = match.index + match[0].length;
    const line = text.slice(from, from + 400).split(/[\r\n]/, 1)[0]!;
    if (line.trim() === "" || /^\s*[|│┃║]/.test(line)) continue;
    yield {
      rule: "hidden-far-right",
      level: "warning",
      offset: match.index,
      decoded: line,
      message: `text behind ${match[0].length} blanks, which no window shows`,
    };
  }
}
