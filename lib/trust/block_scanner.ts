import {
  type FenceStart,
  fenceStart,
  isAtxHeading,
  isSetextUnderline,
  isThematicBreak,
  listMarker,
} from "./block_starts.ts";
import {
  ContainerStack,
  MAX_CONTAINERS,
  readListMarker,
  readQuoteMarker,
} from "./container_stack.ts";
import { htmlBlockStart } from "./html_block.ts";
import { LineCursor } from "./line_cursor.ts";
import type { Fence, MarkdownPlace, MarkdownScan } from "./markdown_scan.ts";
import { OpenFence, TAB } from "./open_fence.ts";
import { Visibility } from "./visibility.ts";

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
  readonly #visibility = new Visibility();
  readonly #containers = new ContainerStack();
  #leaf: Leaf | undefined;
  #afterBlank = true;

  /** `frontMatterEnd` is the line that closes front matter, 0 for none. */
  constructor(frontMatterEnd: number) {
    this.#frontMatterEnd = frontMatterEnd;
  }

  /** Reads the next line, without its line end. */
  readLine(text: string): void {
    this.#visibility.line++;
    const cursor = new LineCursor(text);
    if (this.#afterBlank && /^ {0,3}[^ \t]/.test(text)) {
      this.#visibility.closeFootnote();
    }
    const matched = this.#containers.match(cursor);
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
    const { doubt } = this.#visibility;
    return {
      fences: this.#fences,
      unclosed: this.#unclosed,
      text: this.#text,
      ...(doubt === undefined ? {} : { doubt }),
    };
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

  #continueFence(open: OpenFence, cursor: LineCursor): void {
    const fence = open.read(cursor, this.#visibility.line);
    if (fence === undefined) return;
    this.#leaf = undefined;
    this.#fences.push(fence);
  }

  /** Opens the blocks that begin in the rest of a line, below `matched` containers. */
  #readBlocks(cursor: LineCursor, matched: number, indented: boolean): void {
    const all = matched === this.#containers.length;
    const lazy = !all && this.#leaf?.kind === "paragraph";
    // Parsers disagree on what may follow an indented block.
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
        paragraph = false;
        nested = true;
        if (!this.#push("quote")) break;
        continue;
      }
      if (isAtxHeading(text)) {
        close();
        this.#closeLeaf();
        this.#containers.touch();
        this.#readText(text);
        this.#visibility.readInline(text);
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
        if (html.doubt !== undefined) this.#visibility.suspect(html.doubt);
        if (!html.interrupts && (abrupt || (!all && !this.#afterBlank))) {
          this.#visibility.suspect("an HTML tag right below another block");
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
        ) this.#visibility.suspect("an underlined link definition");
        this.#closeLeaf();
        return;
      }
      if (isThematicBreak(text)) {
        close();
        this.#closeLeaf();
        this.#containers.touch();
        return;
      }
      const marker = listMarker(text);
      if (marker === undefined || (paragraph && !marker.interrupts)) break;
      if (!marker.interrupts && (abrupt || (nested && !this.#afterBlank))) {
        this.#visibility.suspect("a list right below another block");
      }
      nested = true;
      close();
      paragraph = false;
      if (!this.#push("item", readListMarker(cursor, marker))) break;
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
      this.#visibility.openFootnote(text);
    }
    this.#addText(text);
  }

  #addText(text: string): void {
    if (this.#leaf?.kind === "paragraph") this.#leaf.lines.push(text);
    this.#readText(text);
  }

  #readText(text: string): void {
    if (this.#hidden() === undefined) {
      this.#text.push({ line: this.#visibility.line, text });
    }
  }

  #openFence(
    start: FenceStart,
    indent: number,
    column: number,
    tabbed: boolean,
  ): void {
    this.#closeLeaf();
    if (this.#visibility.line < this.#frontMatterEnd) {
      this.#visibility.suspect("a code fence inside front matter");
    }
    const { line, blockDoubt } = this.#visibility;
    const tab = tabbed ? { line, reason: TAB } : undefined;
    this.#open(
      new OpenFence(start, {
        line,
        column,
        indent,
        hidden: this.#hidden(),
        doubt: blockDoubt ?? tab,
      }),
    );
  }

  #open(leaf: Leaf): void {
    this.#closeLeaf();
    this.#containers.touch();
    this.#leaf = leaf;
  }

  /** Opens a container; false when they are too many to go on. */
  #push(kind: "quote" | "item", width?: number): boolean {
    this.#closeLeaf();
    const pushed = this.#containers.push(kind, width);
    if (!pushed) {
      this.#visibility.suspect(
        `lists and quotes nested over ${MAX_CONTAINERS} deep`,
      );
    }
    return pushed;
  }

  #closeTo(count: number): void {
    this.#closeLeaf();
    this.#containers.truncate(count);
  }

  /** Ends the open leaf; `whole` when it ends by its own rule. */
  #closeLeaf(whole = false): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf?.kind === "fence") {
      this.#unclosed.push(leaf.place);
    } else if (leaf?.kind === "paragraph") {
      this.#visibility.readInline(leaf.lines.join("\n"));
    } else if (leaf?.kind === "html") {
      const cut = !whole && leaf.end !== undefined;
      const html = leaf.lines.join("\n");
      this.#visibility.readHtml(html, this.#containers.length, cut);
    }
  }

  /** What keeps a reader from seeing the next block as said. */
  #hidden(): string | undefined {
    return this.#visibility.hiddenBy ??
      (this.#containers.quoted ? "a block quote" : undefined);
  }
}
