/** One line of a Markdown text, without its line end. */
export interface MarkdownLine {
  readonly text: string;
  /** UTF-16 offset of its first character. */
  readonly offset: number;
  /** Whether it stands in a fenced code block, or is one of its fences. */
  readonly code: boolean;
}

/** A comment, declaration or instruction that no reader of the rendered text sees. */
export interface HiddenPart {
  readonly offset: number;
  /** What it says, without its marks. */
  readonly text: string;
}

/** A Markdown text in parts. */
export interface MarkdownParts {
  /** Every line; what a comment covers is blanked out, lengths stay. */
  readonly lines: readonly MarkdownLine[];
  readonly hidden: readonly HiddenPart[];
  /** Lines of the frontmatter, the two marks included; 0 without one. */
  readonly frontmatterLines: number;
}

const FENCE =
  /^[ \t]{0,12}(?:(?:>|[*+-]|\d{1,9}[.)])[ \t]{1,4}){0,8}(`{3,}|~{3,})/;

/** Marks that begin what is not shown, and those that end it. */
const MARKS: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

/**
 * Splits a Markdown text into lines of prose and code and the comments that a
 * renderer hides. A comment in a code block or code span is shown, a fence in
 * a comment is none. Linear in the text.
 */
export function markdownParts(text: string): MarkdownParts {
  const lines: MarkdownLine[] = [];
  const hidden: HiddenPart[] = [];
  const frontmatterLines = frontmatterLength(text);
  let fence: string | undefined;
  let open: { end: string; offset: number } | undefined;

  const lastEnds = new Map(
    MARKS.map(([, end]) => [end, text.lastIndexOf(end)]),
  );
  for (const { line, offset } of linesOf(text)) {
    if (lines.length < frontmatterLines) {
      lines.push({ text: line, offset, code: false });
      continue;
    }
    if (open === undefined) {
      const run = FENCE.exec(line)?.[1];
      const rest = run === undefined
        ? ""
        : line.slice(line.indexOf(run) + run.length);
      if (fence !== undefined) {
        lines.push({ text: line, offset, code: true });
        const closes = run !== undefined && run[0] === fence[0] &&
          run.length >= fence.length && rest.trim() === "";
        if (closes) fence = undefined;
        continue;
      }
      if (run !== undefined && !(run[0] === "`" && rest.includes("`"))) {
        fence = run;
        lines.push({ text: line, offset, code: true });
        continue;
      }
    }
    lines.push({ text: withoutHidden(line, offset), offset, code: false });
  }
  if (open !== undefined) close(text.length);
  return { lines, hidden, frontmatterLines };

  function close(at: number): void {
    const { end, offset } = open!;
    const mark = MARKS.find((pair) => pair[1] === end)![0];
    hidden.push({ offset, text: text.slice(offset + mark.length, at) });
    open = undefined;
  }

  /** The line with blanks where a comment covers it. */
  function withoutHidden(line: string, offset: number): string {
    if (open === undefined && !/<[!?]/.test(line)) return line;
    const spans = new CodeSpans(line);
    let shown = "";
    let at = 0;
    while (at < line.length) {
      if (open !== undefined) {
        const end = line.indexOf(open.end, at);
        const stop = end < 0 ? line.length : end + open.end.length;
        shown += " ".repeat(stop - at);
        if (end >= 0) close(offset + end);
        at = stop;
        continue;
      }
      const next = nextMark(
        line,
        at,
        spans,
        (begin, end) =>
          /^[ \t>]*$/.test(line.slice(0, begin)) ||
          (lastEnds.get(end) ?? -1) > offset + begin,
      );
      if (next === undefined) return shown + line.slice(at);
      shown += line.slice(at, next.at);
      open = { end: next.end, offset: offset + next.at };
      const begin = next.end === "-->" ? 4 : next.end === "]]>" ? 9 : 2;
      shown += " ".repeat(begin);
      at = next.at + begin;
    }
    return shown;
  }
}

/** The next mark of `line` from `from` that stands in no code span and does hide. */
function nextMark(
  line: string,
  from: number,
  spans: CodeSpans,
  hides: (at: number, end: string) => boolean,
): { readonly at: number; readonly end: string } | undefined {
  const pattern = /`+|<!--|<!\[CDATA\[|<\?(?!\s*>)/g;
  pattern.lastIndex = from;
  for (let match; (match = pattern.exec(line)) !== null;) {
    const found = match[0];
    if (found.startsWith("`")) {
      pattern.lastIndex = spans.endOf(match.index, found.length);
      continue;
    }
    const end = MARKS.find(([begin]) => begin === found)![1];
    if (hides(match.index, end)) return { at: match.index, end };
  }
  return undefined;
}

/** The code spans of a line; linear however many runs of backticks open none. */
class CodeSpans {
  readonly #line: string;
  #last: Map<number, number> | undefined;

  constructor(line: string) {
    this.#line = line;
  }

  /** Offset behind the span that the run at `start` opens, or behind the run. */
  endOf(start: number, length: number): number {
    this.#last ??= new Map(
      [...this.#line.matchAll(/`+/g)].map((run) => [run[0].length, run.index]),
    );
    const behind = start + length;
    if ((this.#last.get(length) ?? -1) <= start) return behind;
    const runs = /`+/g;
    runs.lastIndex = behind;
    for (let run; (run = runs.exec(this.#line)) !== null;) {
      if (run[0].length === length) return runs.lastIndex;
    }
    return behind;
  }
}

/** Lines of the block between the `---` of the first line and the next one. */
function frontmatterLength(text: string): number {
  if (!/^\ufeff?---[ \t]*(?:\r\n?|\n)/.test(text)) return 0;
  let count = 0;
  for (const { line } of linesOf(text)) {
    count++;
    if (count > 1 && /^---[ \t]*$/.test(line)) return count;
  }
  return 0;
}

function* linesOf(
  text: string,
): Generator<{ readonly line: string; readonly offset: number }> {
  const ends = /\r\n?|\n/g;
  let start = 0;
  for (let match; (match = ends.exec(text)) !== null; start = ends.lastIndex) {
    yield { line: text.slice(start, match.index), offset: start };
  }
  yield { line: text.slice(start), offset: start };
}
