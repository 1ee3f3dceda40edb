import { HtmlVisibility } from "./html_visibility.ts";
import { inlineHtmlMayHide } from "./inline_html.ts";
import type { MarkdownDoubt } from "./markdown_scan.ts";

/** Keeps what is known, at each line, about whether the next block is shown as it is read. */
export class Visibility {
  /** Number of the current line. */
  line = 0;
  readonly #html = new HtmlVisibility();
  #doubt: MarkdownDoubt | undefined;
  #footnote: MarkdownDoubt | undefined;

  /** The first thing that renderers read differently, for good. */
  get doubt(): MarkdownDoubt | undefined {
    return this.#doubt;
  }

  /** The same, or a footnote that is still open: only some renderers know them. */
  get blockDoubt(): MarkdownDoubt | undefined {
    return this.#doubt ?? this.#footnote;
  }

  /** The HTML element that hides the next block, if one does. */
  get hiddenBy(): string | undefined {
    const name = this.#html.hiddenBy;
    return name === undefined ? undefined : `<${name}>`;
  }

  /** Notes that renderers disagree from this line on. */
  suspect(reason: string): void {
    this.#doubt ??= { line: this.line, reason };
  }

  /** Reads the whole text of a paragraph or heading. */
  readInline(text: string): void {
    if (inlineHtmlMayHide(text)) {
      this.suspect("an HTML tag inside a line of text");
    }
  }

  /** Reads a whole HTML block, `cut` when its container ended before it did. */
  readHtml(html: string, depth: number, cut: boolean): void {
    const doubt = this.#html.read(html, depth);
    if (doubt !== undefined) this.suspect(doubt);
    else if (cut) this.suspect("an HTML block that its list or quote cuts off");
  }

  /** Notes a footnote if the paragraph that begins with `text` is one. */
  openFootnote(text: string): void {
    if (/^\[\^[^\]]+\]:/.test(text)) {
      this.#footnote = { line: this.line, reason: "a footnote" };
    }
  }

  /** Notes that an unindented line after a blank one ends any footnote. */
  closeFootnote(): void {
    this.#footnote = undefined;
  }
}
