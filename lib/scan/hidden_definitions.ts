import { isHarmlessComment } from "./harmless_comment.ts";
import type { MarkdownLine, MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";

/** A link or footnote definition; what it says behind the label is in `rest`. */
const DEFINITION = /^ {0,3}\[([^\[\]]{1,999})\]:[ \t]*(.*)$/;
/** Lines of a title that are read with its first. */
const MAX_TITLE_LINES = 40;
/** Words from which on a label, or a target in angle brackets, is a sentence. */
const SENTENCE_WORDS = 4;

/**
 * Finds definitions that no link uses and that say something: a rendered page
 * shows nothing of `[//]: # (text)`.
 */
export function* hiddenDefinitions(
  { lines, frontmatterLines }: MarkdownParts,
): Generator<Sighting> {
  let used: Set<string> | undefined;
  for (let at = frontmatterLines; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.code) continue;
    const match = DEFINITION.exec(line.text);
    if (match === null) continue;
    const label = normal(match[1]!);
    const said = wordsOf(label, match[2]!, lines, at);
    if (said === undefined || isHarmlessComment(said)) continue;
    used ??= usedLabels(lines);
    if (used.has(label)) continue;
    yield {
      rule: "hidden-link-definition",
      level: "warning",
      offset: line.offset,
      decoded: said,
      message: "a definition that nothing refers to, which no page shows",
    };
  }
}

/** What a definition tells, beyond where it leads; `undefined` where that is nothing. */
function wordsOf(
  label: string,
  rest: string,
  lines: readonly MarkdownLine[],
  at: number,
): string | undefined {
  if (label.startsWith("^")) return rest.trim() === "" ? undefined : rest;
  const target = /^(?:<([^<>]*)>|(\S*))[ \t]*/.exec(rest)!;
  const title = rest.slice(target[0].length);
  if (title !== "") {
    return /^["'(]/.test(title) ? titleFrom(title, lines, at) : undefined;
  }
  const next = lines[at + 1];
  if (next !== undefined && !next.code && /^\s*["'(]/.test(next.text)) {
    return titleFrom(next.text.trim(), lines, at + 1);
  }
  if (sentence(label)) return label;
  const angle = target[1] ?? "";
  return sentence(angle) ? angle : undefined;
}

function titleFrom(
  first: string,
  lines: readonly MarkdownLine[],
  at: number,
): string | undefined {
  const close = first[0] === "(" ? ")" : first[0]!;
  let title = first.slice(1);
  for (let more = 1; !title.includes(close); more++) {
    const next = lines[at + more];
    if (
      more > MAX_TITLE_LINES || next === undefined || next.text.trim() === ""
    ) return undefined;
    title += `\n${next.text}`;
  }
  return title.slice(0, title.lastIndexOf(close)).trim();
}

function sentence(text: string): boolean {
  return text.trim().split(/[\s_]+/).length >= SENTENCE_WORDS;
}

function normal(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/** Labels that stand in brackets anywhere but at the head of their definition. */
function usedLabels(lines: readonly MarkdownLine[]): Set<string> {
  const used = new Set<string>();
  for (const { text, code } of lines) {
    if (code) continue;
    const head = DEFINITION.test(text) ? text.indexOf("]:") + 1 : 0;
    for (const match of text.slice(head).matchAll(/\[([^\[\]]{1,999})\]/g)) {
      used.add(normal(match[1]!));
    }
  }
  return used;
}
