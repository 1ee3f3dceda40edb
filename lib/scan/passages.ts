/** Lines without an empty one between them, as one text of the same offsets. */
export interface Passage {
  /** Line ends are line feeds; a line that a backslash continues is joined by blanks. */
  readonly text: string;
  /** UTF-16 offset of its first character in the file. */
  readonly offset: number;
}

/** Patterns over a text in lower case; one that lacks any of them need not be searched. */
export type Needs = readonly RegExp[];

/** A pattern for each group of words, apart by `|`, which stand in for themselves. */
export function needs(...groups: readonly string[]): Needs {
  return groups.map((words) =>
    new RegExp(words.split("|").map((word) => RegExp.escape(word)).join("|"))
  );
}

/** Whether a text in lower case has a word of each group. */
export function hasAll(lower: string, patterns: Needs): boolean {
  return patterns.every((pattern) => pattern.test(lower));
}

/** UTF-16 units of a passage; a longer one is cut. */
const MAX_PASSAGE = 2000;
/** Units that a cut passage has in common with the next, so that nothing hides in the cut. */
const OVERLAP = 300;

/**
 * Splits a text into passages that are looked at as a whole: what is said over
 * several lines belongs together, and no search runs further than a passage,
 * which keeps the scan linear whatever its patterns.
 */
export function* passages(text: string): Generator<Passage> {
  const flat = text.replace(/\\(\r?\n)/g, (whole) => " ".repeat(whole.length))
    .replace(/\r/g, "\n");
  const gaps = /\n[ \t]*\n\s*/g;
  let start = 0;
  for (let gap; (gap = gaps.exec(flat)) !== null; start = gaps.lastIndex) {
    yield* cut(flat.slice(start, gap.index), start);
  }
  yield* cut(flat.slice(start), start);
}

function* cut(text: string, offset: number): Generator<Passage> {
  for (let at = 0;; at += MAX_PASSAGE - OVERLAP) {
    const part = text.slice(at, at + MAX_PASSAGE);
    if (part.trim() !== "") yield { text: part, offset: offset + at };
    if (at + MAX_PASSAGE >= text.length) return;
  }
}
