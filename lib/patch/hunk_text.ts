import type { Hunk } from "./file_patch.ts";

/** The `@@` line of a hunk, without its line feed. */
export function hunkHeader(hunk: Hunk): string {
  const old = range(hunk.oldStart, hunk.oldCount);
  const now = range(hunk.newStart, hunk.newCount);
  const heading = hunk.heading === "" ? "" : ` ${hunk.heading}`;
  return `@@ -${old} +${now} @@${heading}`;
}

/** A hunk as it stands in a patch. */
export function hunkText(hunk: Hunk): string {
  const lines = [`${hunkHeader(hunk)}\n`];
  for (const { sign, text } of hunk.lines) {
    lines.push(sign, text);
    if (!text.endsWith("\n")) lines.push("\n\\ No newline at end of file\n");
  }
  return lines.join("");
}

function range(start: number, count: number): string {
  return count === 1 ? `${start}` : `${start},${count}`;
}
