import { printable } from "../report/printable.ts";

/**
 * A text as the cell of a Markdown table. Every mark that could end the cell
 * or become a link, an image, HTML, an entity, emphasis or a mention is
 * escaped, so that what a list says is all that the page shows.
 */
export function markdownCell(text: string): string {
  return printable(text.replace(/\s+/g, " ").trim())
    .replace(/[\\`*_[\]<>|&~!#$]/g, "\\$&")
    // Forges make mentions and links out of bare text: not after a joiner.
    .replace(/@/g, "&#64;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}&#46;`);
}

/** A text on one line as a code span in a cell; a table reads `\|` even there. */
export function markdownCode(text: string): string {
  const line = printable(text.replace(/\s+/g, " "));
  const longest = Math.max(
    0,
    ...[...line.matchAll(/`+/g)].map(([run]) => run.length),
  );
  const mark = "`".repeat(longest + 1);
  const pad = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${mark}${pad}${line}${pad}${mark}`.replaceAll("|", "\\|");
}

/** A link in a cell; `url` was checked before. */
export function markdownLink(text: string, url: string): string {
  const target = url.replace(
    /[<>|\\"`]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${markdownCode(text)}](<${target}>)`;
}
