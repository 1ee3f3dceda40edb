import { counted } from "./counted.ts";

/** Room kept for the line that counts what is left out, and for line feeds. */
const RESERVE = 64;
/** Characters of a fence, at least. */
const MIN_FENCE = 3;

/** A fenced code block. */
export interface Fenced {
  readonly text: string;
  /** Whether all lines are in it. */
  readonly whole: boolean;
}

/**
 * Lines as a fenced code block of at most `room` characters: the only place of
 * Markdown in which no text can be a link, an image, HTML or a mention. The
 * fence is longer than every run of its own character inside, so no line ends
 * it. Lines that do not fit are counted. `undefined` when not one fits.
 *
 * @param lines printable, none with a line feed
 */
export function fenced(
  lines: readonly string[],
  info: string,
  room: number,
): Fenced | undefined {
  const runs = { "`": MIN_FENCE - 1, "~": MIN_FENCE - 1 };
  let length = info.length + RESERVE;
  let fence = "";
  let count = 0;
  for (const line of lines) {
    runs["`"] = Math.max(runs["`"], longestRun(line, /`+/g));
    runs["~"] = Math.max(runs["~"], longestRun(line, /~+/g));
    const mark = runs["~"] < runs["`"] ? "~" : "`";
    const next = mark.repeat(runs[mark] + 1);
    length += line.length + 1;
    if (length + 2 * next.length > room) break;
    fence = next;
    count++;
  }
  if (count === 0) return undefined;
  const left = lines.length - count;
  const shown = lines.slice(0, count);
  if (left > 0) shown.push(`… ${counted(left, "more line")} not shown`);
  return {
    text: `${fence}${info}\n${shown.join("\n")}\n${fence}\n`,
    whole: left === 0,
  };
}

/** A text on one line as a code span, which no text inside can end. */
export function codeSpan(text: string): string {
  const mark = "`".repeat(longestRun(text, /`+/g) + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${mark}${pad}${text}${pad}${mark}`;
}

function longestRun(text: string, runs: RegExp): number {
  let longest = 0;
  for (const [run] of text.matchAll(runs)) {
    longest = Math.max(longest, run.length);
  }
  return longest;
}
