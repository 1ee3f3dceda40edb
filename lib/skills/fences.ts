/** A line of a Markdown text that stands in no fenced code block. */
export interface ProseLine {
  readonly text: string;
  /** Number of the line, from 1. */
  readonly line: number;
}

/**
 * The lines of a Markdown text outside fenced code blocks. A fence ends with
 * a run of its own character that is at least as long; an open one ends with
 * the text. Linear in the text.
 */
export function* proseLines(text: string): Generator<ProseLine> {
  let fence: string | undefined;
  let line = 0;
  for (const content of text.split(/\r\n?|\n/)) {
    line++;
    const run = /^[ \t]*(?:[>*+-][ \t]+)*(`{3,}|~{3,})([^\n]*)$/.exec(content);
    const marker = run?.[1];
    if (fence === undefined) {
      if (
        marker === undefined || (marker[0] === "`" && run![2]!.includes("`"))
      ) {
        yield { text: content, line };
      } else fence = marker;
    } else if (
      marker !== undefined && marker[0] === fence[0] &&
      marker.length >= fence.length && run![2]!.trim() === ""
    ) fence = undefined;
  }
}
