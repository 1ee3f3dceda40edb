/** Bounded, since it is asked again and again about one line. */
const BLANK = /^\s{0,80}$/;

/**
 * Which lines of a file change, and the group of them that is looked at. The
 * lines between two groups stay, and those of the other file in the same
 * number of them, so the groups of both files, empty ones counted, go in pairs.
 */
export class ChangedLines {
  readonly #lines: readonly string[];
  readonly #ids: readonly number[];
  readonly #changed: Uint8Array;
  /** First line of the group, from 0. */
  start = 0;
  /** Line behind the group. */
  end = 0;

  /** Every line stays at first. `ids` are equal where lines are. */
  constructor(lines: readonly string[], ids: readonly number[]) {
    this.#lines = lines;
    this.#ids = ids;
    this.#changed = new Uint8Array(lines.length);
  }

  /** Whether no line stands between the two that stay. */
  get empty(): boolean {
    return this.start === this.end;
  }

  /** Whether the group begins the file or stands behind a line of blanks. */
  get behindBlank(): boolean {
    return this.start === 0 || BLANK.test(this.#lines[this.start - 1]!);
  }

  /** Says that lines `from` to `to`, its end excluded, change. */
  mark(from: number, to: number): void {
    this.#changed.fill(1, from, to);
  }

  /** Goes to the first group. */
  first(): void {
    this.start = this.end = 0;
    this.#takeBelow();
  }

  /** Goes to the next group; false when this was the last. */
  next(): boolean {
    if (this.end === this.#lines.length) return false;
    this.start = this.end = this.end + 1;
    this.#takeBelow();
    return true;
  }

  /** Goes to the group before; false when this was the first. */
  previous(): boolean {
    if (this.start === 0) return false;
    this.start = this.end = this.start - 1;
    this.#takeAbove();
    return true;
  }

  /**
   * Moves the group up by a line where that says the same: the line above it
   * equals its last. Takes in a group that it then touches.
   */
  up(): boolean {
    const { start, end } = this;
    if (start === 0 || this.#ids[start - 1] !== this.#ids[end - 1]) {
      return false;
    }
    this.#changed[--this.start] = 1;
    this.#changed[--this.end] = 0;
    this.#takeAbove();
    return true;
  }

  /** Moves the group down by a line, as {@linkcode up} does upwards. */
  down(): boolean {
    const { start, end } = this;
    if (end === this.#ids.length || this.#ids[start] !== this.#ids[end]) {
      return false;
    }
    this.#changed[this.start++] = 0;
    this.#changed[this.end++] = 1;
    this.#takeBelow();
    return true;
  }

  #takeAbove(): void {
    while (this.start > 0 && this.#changed[this.start - 1] === 1) this.start--;
  }

  #takeBelow(): void {
    while (this.#changed[this.end] === 1) this.end++;
  }
}
