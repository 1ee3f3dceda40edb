import { hides, htmlTag } from "./html_tag.ts";

/** Characters that may be read for each character of a paragraph before it is given up. */
const WORK_PER_CHARACTER = 64;

/**
 * Whether the text of a paragraph or heading may hold, outside code spans, a
 * tag that hides what follows. Errs towards yes: where a renderer could read
 * the paragraph in more than one way, all of them are asked.
 */
export function inlineHtmlMayHide(text: string): boolean {
  if (!text.includes("<")) return false;
  if (mayHide(text)) return true;
  // The cells of a table are read on their own, a code span ends with its cell.
  return text.includes("|") && text.split("|").some(mayHide);
}

function mayHide(text: string): boolean {
  const closers = spanClosers(text);
  let work = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\") {
      at++;
    } else if (char === "`") {
      let run = at;
      while (text[run + 1] === "`") run++;
      at = closers.get(at) ?? run;
    } else if (char === "<") {
      const next = text[at + 1] ?? "";
      const tag = htmlTag(text, at);
      work += (tag?.end ?? (/[A-Za-z/]/.test(next) ? text.length : at)) - at;
      if (work > text.length * WORK_PER_CHARACTER) return true;
      if (tag === undefined) {
        // A comment may hide a backtick from the search for code spans.
        if ((next === "!" || next === "?") && text.includes("`", at)) {
          return true;
        }
      } else if (hides(tag) || text.slice(at, tag.end).includes("`")) {
        return true;
      }
    }
  }
  return false;
}

/** For the start of each run of backticks, the last offset of the code span it opens. */
function spanClosers(text: string): Map<number, number> {
  const runs = [...text.matchAll(/`+/g)];
  const closers = new Map<number, number>();
  const nextOfLength = new Map<number, number>();
  for (const run of runs.reverse()) {
    const length = run[0].length;
    const closer = nextOfLength.get(length);
    if (closer !== undefined) closers.set(run.index, closer + length - 1);
    nextOfLength.set(length, run.index);
  }
  return closers;
}
