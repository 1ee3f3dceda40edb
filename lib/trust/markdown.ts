import { BlockScanner } from "./block_scanner.ts";

/** A place in a Markdown text; both count from 1. */
export interface MarkdownPlace {
  readonly line: number;
  readonly column: number;
}

/** A closed fenced code block. */
export interface Fence extends MarkdownPlace {
  /** The info string, without the white space around it, otherwise as written. */
  readonly info: string;
  /** Its lines joined by line feeds, without what the containers take off. */
  readonly content: string;
  /** Characters taken off before each line of the content. */
  readonly shifts: readonly number[];
  /** What keeps a reader of the rendered text from seeing it as said. */
  readonly hidden?: string;
  /** Why renderers may disagree on whether it is there, or is shown. */
  readonly doubt?: MarkdownDoubt;
}

/** Something that renderers read differently. */
export interface MarkdownDoubt {
  readonly line: number;
  /** A noun phrase: "a footnote". */
  readonly reason: string;
}

/** What a Markdown text shows. */
export interface MarkdownScan {
  readonly fences: readonly Fence[];
  /** Where fences begin that nothing closes. */
  readonly unclosed: readonly MarkdownPlace[];
  /** From where on renderers may disagree on what is a fence, or is shown. */
  readonly doubt?: MarkdownDoubt;
  /** Lines of paragraphs, headings and tables that a reader sees, without their list markers. */
  readonly text: readonly { readonly line: number; readonly text: string }[];
}

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
