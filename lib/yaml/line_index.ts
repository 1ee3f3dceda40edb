/** Finds the line and column of an offset without reading the text again. */
export class LineIndex {
  /** Offset of the first character of each line. */
  readonly starts: readonly number[];

  /** Breaks are LF, CRLF and CR, as the YAML parser counts them. */
  constructor(text: string) {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code !== 10 && code !== 13) continue;
      if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
      starts.push(i + 1);
    }
    this.starts = starts;
  }

  /** Line of `offset`, from 0, and its distance from the line's start. */
  locate(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - (this.starts[low] ?? 0) };
  }
}
