import { closesFence, type FenceStart } from "./block_starts.ts";
import type { LineCursor } from "./line_cursor.ts";
import type { Fence, MarkdownDoubt, MarkdownPlace } from "./markdown_scan.ts";

/** Where a fence was opened, and what is known of the place. */
export interface OpenFenceOptions extends MarkdownPlace {
  /** Columns before the opening fence, which its content may be indented by too. */
  readonly indent: number;
  readonly hidden: string | undefined;
  readonly doubt: MarkdownDoubt | undefined;
}

/** A fenced code block that is being read. */
export class OpenFence {
  readonly kind = "fence";
  readonly place: MarkdownPlace;
  readonly #start: FenceStart;
  readonly #options: OpenFenceOptions;
  readonly #lines: string[] = [];
  readonly #shifts: number[] = [];
  #doubt: MarkdownDoubt | undefined;

  constructor(start: FenceStart, options: OpenFenceOptions) {
    this.#start = start;
    this.#options = options;
    this.#doubt = options.doubt;
    this.place = { line: options.line, column: options.column };
  }

  /** Reads a line; the finished block when that line closes it. */
  read(cursor: LineCursor, line: number): Fence | undefined {
    const closes = cursor.indent <= 3 &&
      closesFence(cursor.text.slice(cursor.nextNonspace), this.#start);
    if (closes) return this.#finish();
    cursor.skipColumns(this.#options.indent);
    if (cursor.tabbed) this.#doubt ??= { line, reason: TAB };
    this.#lines.push(cursor.rest);
    this.#shifts.push(cursor.offset);
    return undefined;
  }

  #finish(): Fence {
    const { hidden } = this.#options;
    return {
      ...this.place,
      info: this.#start.info,
      content: this.#lines.join("\n"),
      shifts: this.#shifts,
      ...(hidden === undefined ? {} : { hidden }),
      ...(this.#doubt === undefined ? {} : { doubt: this.#doubt }),
    };
  }
}

/** Readers differ on what is left of a tab that is taken off in part. */
export const TAB = "a tab in the indentation";
