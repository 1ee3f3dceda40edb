import { ConfigError } from "../base/errors.ts";
import { scanMarkdown } from "../trust/markdown.ts";

/** The tables that are kept, by the name in their markers. */
export type SectionName = "org-curated" | "community";

/** The comment that begins or ends a section, alone on its line. */
export function marker(name: SectionName, end: "begin" | "end"): string {
  return `<!-- skill-sources:${name}:${end} -->`;
}

/** The lines of the two markers of a section, from 1. */
export interface MarkedSection {
  readonly begin: number;
  readonly end: number;
}

/**
 * Puts `lines` between the two markers of a section; every other character of
 * `text` stays as it is, and its line ends are used.
 */
export function replaceSection(
  text: string,
  { begin, end }: MarkedSection,
  lines: readonly string[],
): string {
  const all = withLineEnds(text);
  const lineEnd = /\r\n|\n|\r/.exec(all[begin - 1]!)?.[0] ?? "\n";
  return [
    ...all.slice(0, begin),
    // A comment ends its own HTML block only where a blank line follows.
    ...["", ...lines, ""].map((line) => line + lineEnd),
    ...all.slice(end - 1),
  ].join("");
}

/**
 * Finds a section; `undefined` where neither of its markers stands.
 *
 * @param file name for messages
 * @throws {ConfigError} `registry-unreadable` for a marker that is missing,
 * stands twice, or in the wrong order
 */
export function findSection(
  text: string,
  name: SectionName,
  file: string,
): MarkedSection | undefined {
  const shown = withLineEnds(text).map((line) => line.replace(/[\r\n]+$/, ""));
  const fenced = linesInFences(text);
  const find = (end: "begin" | "end") =>
    shown.flatMap((line, index) =>
      // Four blanks begin a code block, which shows how a marker is written.
      line.trimEnd().replace(/^ {0,3}/, "") === marker(name, end) &&
        !fenced.has(index + 1)
        ? [index]
        : []
    );
  const [begins, ends] = [find("begin"), find("end")];
  if (begins.length === 0 && ends.length === 0) return undefined;
  const fail = (message: string, index: number) =>
    new ConfigError("registry-unreadable", message, {
      at: { file, line: index + 1, column: 1 },
    });
  const again = begins[1] ?? ends[1];
  if (again !== undefined) {
    throw fail("This marker stands twice; keep one pair", again);
  }
  const [begin, end] = [begins[0], ends[0]];
  if (begin === undefined || end === undefined || end < begin) {
    const [there, other] = begin === undefined
      ? [end!, "begin" as const]
      : [begin, "end" as const];
    throw fail(
      `This marker needs ${marker(name, other)} ${
        other === "begin" ? "before" : "after"
      } it`,
      there,
    );
  }
  return { begin: begin + 1, end: end + 1 };
}

function withLineEnds(text: string): string[] {
  return text.split(/(?<=\r\n|\n|\r(?!\n))/);
}

function linesInFences(text: string): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const { line, content } of scanMarkdown(text).fences) {
    const count = content.split("\n").length;
    for (let at = 0; at <= count; at++) inside.add(line + at);
  }
  return inside;
}
