/**
 * A place in one line of Markdown, in characters and in columns: a tab fills
 * up to the next multiple of four (CommonMark 0.31, section 2.2).
 */
export class LineCursor {
  readonly text: string;
  /** Characters read. */
  offset = 0;
  /** Columns read. */
  column = 0;
  /** Columns of the tab at `offset` that are still unread, 0 when it is whole. */
  #tabRest = 0;
  /** Whether a tab was read as indentation, where readers disagree. */
  tabbed = false;

  constructor(text: string) {
    this.text = text;
  }

  /** The unread characters. */
  get rest(): string {
    return this.text.slice(this.offset);
  }

  /** Offset of the next character that is no space or tab. */
  get nextNonspace(): number {
    let at = this.offset;
    while (this.text[at] === " " || this.text[at] === "\t") at++;
    return at;
  }

  /** Whether only spaces and tabs are left. */
  get blank(): boolean {
    return this.nextNonspace === this.text.length;
  }

  /** Columns of white space before the next character. */
  get indent(): number {
    let column = this.column;
    for (let at = this.offset; at < this.text.length; at++) {
      const char = this.text[at];
      if (char === "\t") {
        column += at === this.offset && this.#tabRest > 0
          ? this.#tabRest
          : 4 - column % 4;
      } else if (char === " ") column++;
      else break;
    }
    return column - this.column;
  }

  /** Reads the white space before the next character. */
  skipIndent(): void {
    this.skipColumns(this.indent);
  }

  /** Reads `count` characters that are no tabs. */
  skipChars(count: number): void {
    this.offset += count;
    this.column += count;
  }

  /** Reads up to `count` columns of white space; a tab may be read in part. */
  skipColumns(count: number): void {
    while (count > 0) {
      const char = this.text[this.offset];
      if (char === " ") {
        this.skipChars(1);
        count--;
      } else if (char === "\t") {
        this.tabbed = true;
        const width = this.#tabRest > 0 ? this.#tabRest : 4 - this.column % 4;
        const read = Math.min(width, count);
        this.column += read;
        count -= read;
        this.#tabRest = width - read;
        if (this.#tabRest === 0) this.offset++;
      } else return;
    }
  }
}
