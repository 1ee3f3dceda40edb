import {
  closesFence,
  type FenceStart,
  fenceStart,
  isAtxHeading,
  isSetextUnderline,
  isThematicBreak,
  listMarker,
} from "./block_starts.ts";
import { htmlBlockStart } from "./html_block.ts";
import { HtmlVisibility } from "./html_visibility.ts";
import { inlineHtmlMayHide } from "./inline_html.ts";
import { LineCursor } from "./line_cursor.ts";
import type {
  Fence,
  MarkdownDoubt,
  MarkdownPlace,
  MarkdownScan,
} from "./markdown.ts";

/** Block quotes and list items that may stand in one another; more cost time and mean nothing. */
const MAX_CONTAINERS = 32;

interface Container {
  readonly kind: "quote" | "item";
  /** Columns that a further line of the item must be indented by. */
  readonly width: number;
  /** Nothing stands in it yet. */
  empty: boolean;
}

interface OpenFence extends MarkdownPlace {
  readonly kind: "fence";
  readonly start: FenceStart;
  readonly indent: number;
  readonly lines: string[];
  readonly shifts: number[];
  readonly hidden: string | undefined;
  doubt: MarkdownDoubt | undefined;
}

type Leaf =
  | OpenFence
  | { readonly kind: "paragraph"; readonly lines: string[] }
  | {
    readonly kind: "html";
    readonly end: RegExp | undefined;
    readonly lines: string[];
  }
  | { readonly kind: "indented" };

/**
 * Reads a document line by line, keeping the open containers and the one open
 * leaf, as the appendix "A parsing strategy" of CommonMark describes.
 */
export class BlockScanner {
  readonly #frontMatterEnd: number;
  readonly #fences: Fence[] = [];
  readonly #unclosed: MarkdownPlace[] = [];
  readonly #text: { line: number; text: string }[] = [];
  readonly #html = new HtmlVisibility();
  #containers: Container[] = [];
  #leaf: Leaf | undefined;
  #line = 0;
  #doubt: MarkdownDoubt | undefined;
  #footnote: MarkdownDoubt | undefined;
  #afterBlank = true;

  /** `frontMatterEnd` is the line that closes front matter, 0 for none. */
  constructor(frontMatterEnd: number) {
    this.#frontMatterEnd = frontMatterEnd;
  }

  /** Reads the next line, without its line end. */
  readLine(text: string): void {
    this.#line++;
    const cursor = new LineCursor(text);
    if (this.#afterBlank && /^ {0,3}[^ \t]/.test(text)) {
      this.#footnote = undefined;
    }
    const matched = this.#matchContainers(cursor);
    const all = matched === this.#containers.length;
    const leaf = this.#leaf;
    const indented = leaf?.kind === "indented";
    const continued = all && leaf !== undefined &&
      leaf.kind !== "paragraph" && this.#continueLeaf(leaf, cursor);
    if (!continued) this.#readBlocks(cursor, matched, indented);
    this.#afterBlank = text.trim() === "";
  }

  /** Closes what is open and returns what was found. */
  finish(): MarkdownScan {
    this.#closeLeaf();
    return {
      fences: this.#fences,
      unclosed: this.#unclosed,
      text: this.#text,
      ...(this.#doubt === undefined ? {} : { doubt: this.#doubt }),
    };
  }

  #matchContainers(cursor: LineCursor): number {
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === "quote") {
        if (!readQuoteMarker(cursor)) break;
      } else if (cursor.blank) {
        if (container.empty) break;
        cursor.skipIndent();
      } else if (cursor.indent >= container.width) {
        cursor.skipColumns(container.width);
      } else break;
      matched++;
    }
    return matched;
  }

  /** Gives a line to a leaf that is no paragraph; false when it ends before the line. */
  #continueLeaf(
    leaf: Exclude<Leaf, { kind: "paragraph" }>,
    cursor: LineCursor,
  ): boolean {
    switch (leaf.kind) {
      case "fence":
        this.#continueFence(leaf, cursor);
        return true;
      case "html":
        if (leaf.end === undefined && cursor.blank) break;
        leaf.lines.push(cursor.rest);
        if (leaf.end?.test(cursor.rest)) this.#closeLeaf(true);
        return true;
      case "indented":
        if (cursor.blank || cursor.indent >= 4) return true;
    }
    this.#closeLeaf(true);
    return false;
  }

  #continueFence(fence: OpenFence, cursor: LineCursor): void {
    const closing = cursor.indent <= 3 &&
      closesFence(cursor.text.slice(cursor.nextNonspace), fence.start);
    if (closing) {
      this.#leaf = undefined;
      const { start, lines, shifts, hidden, line, column } = fence;
      const doubt = fence.doubt ?? this.#doubt;
      this.#fences.push({
        line,
        column,
        info: start.info,
        content: lines.join("\n"),
        shifts,
        ...(hidden === undefined ? {} : { hidden }),
        ...(doubt === undefined ? {} : { doubt }),
      });
      return;
    }
    cursor.skipColumns(fence.indent);
    if (cursor.tabbed) fence.doubt ??= this.#reason("a tab in the indentation");
    fence.lines.push(cursor.rest);
    fence.shifts.push(cursor.offset);
  }

  /** Opens the blocks that begin in the rest of a line, below `matched` containers. */
  #readBlocks(cursor: LineCursor, matched: number, indented: boolean): void {
    const all = matched === this.#containers.length;
    const lazy = !all && this.#leaf?.kind === "paragraph";
    // Parsers disagree on what may follow an indented block or a container
    // that ends without a blank line.
    const abrupt = indented && all;
    let paragraph = all && this.#leaf?.kind === "paragraph";
    let closed = all;
    let nested = false;
    const close = () => {
      if (!closed) this.#closeTo(matched);
      closed = true;
    };
    for (;;) {
      const indent = cursor.indent;
      const text = cursor.text.slice(cursor.nextNonspace);
      if (text === "") break;
      if (indent >= 4) {
        if (paragraph || (lazy && !closed)) break;
        close();
        this.#open({ kind: "indented" });
        return;
      }
      const column = cursor.nextNonspace + 1;
      if (text.startsWith(">")) {
        close();
        readQuoteMarker(cursor);
        this.#push({ kind: "quote", width: 0, empty: true });
        paragraph = false;
        nested = true;
        continue;
      }
      if (isAtxHeading(text)) {
        close();
        this.#closeLeaf();
        this.#touch();
        this.#readText(text);
        this.#checkInline(text);
        return;
      }
      const fence = fenceStart(text);
      if (fence !== undefined) {
        close();
        this.#openFence(fence, indent, column, cursor.tabbed);
        return;
      }
      const html = htmlBlockStart(text);
      if (
        html !== undefined &&
        (html.interrupts || !(paragraph || (lazy && !closed)))
      ) {
        close();
        if (html.doubt !== undefined) this.#setDoubt(html.doubt);
        if (!html.interrupts && (abrupt || (!all && !this.#afterBlank))) {
          this.#setDoubt("an HTML tag right below another block");
        }
        this.#open({ kind: "html", end: html.end, lines: [text] });
        if (html.end?.test(text)) this.#closeLeaf(true);
        return;
      }
      if (paragraph && isSetextUnderline(text)) {
        const leaf = this.#leaf;
        // Link definitions alone are no paragraph that could be underlined.
        if (
          text.startsWith("=") && leaf?.kind === "paragraph" &&
          leaf.lines[0]?.startsWith("[")
        ) this.#setDoubt("an underlined link definition");
        this.#closeLeaf();
        return;
      }
      if (isThematicBreak(text)) {
        close();
        this.#closeLeaf();
        this.#touch();
        return;
      }
      const marker = listMarker(text);
      if (marker === undefined || (paragraph && !marker.interrupts)) break;
      if (!marker.interrupts && (abrupt || (nested && !this.#afterBlank))) {
        this.#setDoubt("a list right below another block");
      }
      nested = true;
      close();
      cursor.skipIndent();
      cursor.skipChars(marker.width);
      const blanks = cursor.indent;
      const empty = cursor.blank;
      const padding = empty || blanks < 1 || blanks > 4 ? 1 : blanks;
      cursor.skipColumns(padding);
      const width = indent + marker.width + padding;
      this.#push({ kind: "item", width, empty: true });
      paragraph = false;
    }
    this.#readParagraphLine(cursor, lazy && !closed, close);
  }

  #readParagraphLine(
    cursor: LineCursor,
    lazy: boolean,
    close: () => void,
  ): void {
    const text = cursor.text.slice(cursor.nextNonspace);
    if (lazy && text !== "") {
      this.#addText(text);
      return;
    }
    close();
    if (text === "") {
      if (this.#leaf?.kind === "paragraph") this.#closeLeaf();
      return;
    }
    if (this.#leaf?.kind !== "paragraph") {
      this.#open({ kind: "paragraph", lines: [] });
      if (/^\[\^[^\]]+\]:/.test(text)) {
        this.#footnote = this.#reason("a footnote");
      }
    }
    this.#addText(text);
  }

  #addText(text: string): void {
    if (this.#leaf?.kind === "paragraph") this.#leaf.lines.push(text);
    this.#readText(text);
  }

  #readText(text: string): void {
    if (this.#hidden() === undefined) {
      this.#text.push({ line: this.#line, text });
    }
  }

  #openFence(
    start: FenceStart,
    indent: number,
    column: number,
    tabbed: boolean,
  ): void {
    this.#closeLeaf();
    if (this.#line < this.#frontMatterEnd) {
      this.#setDoubt("a code fence inside front matter");
    }
    this.#open({
      kind: "fence",
      start,
      indent,
      line: this.#line,
      column,
      lines: [],
      shifts: [],
      hidden: this.#hidden(),
      doubt: this.#doubt ?? this.#footnote ??
        (tabbed ? this.#reason("a tab in the indentation") : undefined),
    });
  }

  #open(leaf: Leaf): void {
    this.#closeLeaf();
    this.#touch();
    this.#leaf = leaf;
  }

  #push(container: Container): void {
    this.#closeLeaf();
    this.#touch();
    if (this.#containers.length >= MAX_CONTAINERS) {
      this.#setDoubt(`lists and quotes nested over ${MAX_CONTAINERS} deep`);
      return;
    }
    this.#containers.push(container);
  }

  #touch(): void {
    const last = this.#containers.at(-1);
    if (last !== undefined) last.empty = false;
  }

  #closeTo(count: number): void {
    this.#closeLeaf();
    this.#containers.length = count;
  }

  /** Ends the open leaf; `whole` when it ends by its own rule. */
  #closeLeaf(whole = false): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === "fence") {
      this.#unclosed.push({ line: leaf.line, column: leaf.column });
    } else if (leaf?.kind === "paragraph") {
      this.#checkInline(leaf.lines.join("\n"));
    } else if (leaf?.kind === "html") {
      const html = leaf.lines.join("\n");
      const doubt = this.#html.read(html, this.#containers.length);
      if (doubt !== undefined) this.#setDoubt(doubt);
      else if (!whole && leaf.end !== undefined) {
        this.#setDoubt("an HTML block that its list or quote cuts off");
      }
    }
  }

  #checkInline(text: string): void {
    if (inlineHtmlMayHide(text)) {
      this.#setDoubt("an HTML tag inside a line of text");
    }
  }

  #hidden(): string | undefined {
    if (this.#html.hiddenBy !== undefined) return `<${this.#html.hiddenBy}>`;
    return this.#containers.some(({ kind }) => kind === "quote")
      ? "a block quote"
      : undefined;
  }

  #setDoubt(reason: string): void {
    this.#doubt ??= this.#reason(reason);
  }

  #reason(reason: string): MarkdownDoubt {
    return { line: this.#line, reason };
  }
}

function readQuoteMarker(cursor: LineCursor): boolean {
  if (cursor.indent > 3 || cursor.text[cursor.nextNonspace] !== ">") {
    return false;
  }
  cursor.skipIndent();
  cursor.skipChars(1);
  cursor.skipOneSpace();
  return true;
}
