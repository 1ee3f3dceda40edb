import { BlockScanner } from "./block_scanner.ts";
import type { MarkdownScan } from "./markdown_scan.ts";

/**
 * Finds the fenced code blocks of a Markdown text by the block structure of
 * CommonMark 0.31, in linear time, and tells which of them a reader of the
 * rendered text sees (contract section 2). Fences inside HTML comments and
 * other HTML blocks are text and do not appear; those inside block quotes and
 * hiding elements such as `<details>` are marked `hidden`; `doubt` marks those
 * after anything that renderers read differently, so that a caller can refuse
 * rather than guess.
 */
export function scanMarkdown(text: string): MarkdownScan {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  const scanner = new BlockScanner(frontMatterEnd(lines));
  for (const line of lines) scanner.readLine(line);
  return scanner.finish();
}

/** Number of the line that closes front matter, 0 when there is none. */
function frontMatterEnd(lines: readonly string[]): number {
  if (!/^---[ \t]*$/.test(lines[0] ?? "")) return 0;
  return lines.findIndex((line, index) =>
    index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line)
  ) + 1;
}
