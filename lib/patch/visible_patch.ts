import { printable } from "../report/printable.ts";
import type { FilePatch, Hunk, PatchSection } from "./file_patch.ts";
import { hunkHeader } from "./hunk_text.ts";

/** How much {@linkcode visiblePatch} shows. */
export interface VisiblePatchOptions {
  /** Lines of hunks for a file; what is left out is counted. */
  readonly maxLines?: number;
  /** Characters of a line; what is left out is counted. */
  readonly maxCharacters?: number;
}

/** One line to show, and what it is, which decides its colour. */
export interface VisibleLine {
  readonly kind: "header" | "hunk" | "context" | "added" | "removed" | "note";
  /** Printable text without a line feed, the sign of a changed line included. */
  readonly text: string;
}

/** Lines of hunks shown for a file. */
const MAX_LINES = 400;
/** Characters shown of a line. */
const MAX_CHARACTERS = 400;

const KINDS = { " ": "context", "-": "removed", "+": "added" } as const;

/**
 * A file's part of a patch for people to read; no program can apply it. What a
 * terminal would obey or a reader could not see (controls, bidi and zero-width
 * characters, a carriage return) is written as `\u{..}`; only tabs stay. Long
 * lines and long patches end with a count of the rest, so that nothing is left
 * out in silence; binary contents are named with their sizes.
 */
export function* visiblePatch(
  { path, sections }: FilePatch,
  options: VisiblePatchOptions = {},
): Generator<VisibleLine> {
  const { maxLines = MAX_LINES, maxCharacters = MAX_CHARACTERS } = options;
  let left = maxLines;
  let hidden = 0;
  for (const section of sections) {
    yield* heading(path, section);
    if (section.body.kind !== "text") continue;
    for (const hunk of section.body.hunks) {
      if (left > 0) yield* visibleHunk(hunk, left, maxCharacters);
      hidden += Math.max(0, hunk.lines.length - left);
      left = Math.max(0, left - hunk.lines.length);
    }
  }
  if (hidden > 0) yield note(`${counted(hidden, "more line")} not shown`);
}

function* heading(
  path: string,
  { header, body }: PatchSection,
): Generator<VisibleLine> {
  const created = header.some((line) => line.startsWith("new file mode "));
  const deleted = header.some((line) => line.startsWith("deleted file mode "));
  const name = printable(path);
  yield { kind: "header", text: created ? "--- /dev/null" : `--- a/${name}` };
  yield { kind: "header", text: deleted ? "+++ /dev/null" : `+++ b/${name}` };
  for (const text of header) {
    if (/^(?:new file|deleted file|old|new) mode /.test(text)) {
      yield { kind: "header", text };
    }
  }
  if (body.kind === "binary") {
    const [old, now] = [body.old.byteLength, body.new.byteLength];
    yield note(`content not shown: ${old} → ${counted(now, "byte")}`);
  }
}

function* visibleHunk(
  hunk: Hunk,
  maxLines: number,
  maxCharacters: number,
): Generator<VisibleLine> {
  yield { kind: "hunk", text: printable(hunkHeader(hunk)) };
  for (const { sign, text } of hunk.lines.slice(0, maxLines)) {
    const finished = text.endsWith("\n");
    const line = finished ? text.slice(0, -1) : text;
    yield { kind: KINDS[sign], text: sign + visibleLine(line, maxCharacters) };
    if (!finished) yield note("\\ No newline at end of file");
  }
}

/** Counts and cuts by code points, so that no pair of surrogates is torn. */
function visibleLine(line: string, maxCharacters: number): string {
  let end = 0;
  let shown = 0;
  let hidden = 0;
  for (const character of line) {
    if (shown === maxCharacters) hidden++;
    else {
      shown++;
      end += character.length;
    }
  }
  const text = line.slice(0, end).split("\t").map((part) => printable(part))
    .join("\t");
  return hidden === 0
    ? text
    : `${text} … (${counted(hidden, "more character")})`;
}

function note(text: string): VisibleLine {
  return { kind: "note", text };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
