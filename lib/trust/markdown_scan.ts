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
