import type { Finding } from "../base/finding.ts";
import { countLevels, LEVELS } from "./count_levels.ts";
import { type Paint, paint } from "./paint.ts";
import { printable } from "./printable.ts";

/** How findings are written for a person. */
export interface RenderTextOptions {
  /** Whether the place written to shows colours. */
  readonly color: boolean;
  /** Leaves notes and the counts out. */
  readonly quiet?: boolean;
  /** Leaves the counts out, for who says them elsewhere. */
  readonly counts?: boolean;
}

/**
 * Writes findings for a person: those about no source first, then source by
 * source in order of appearance, in each group the gravest first, each with its place in a form that editors
 * open, its rule and what mends it; their counts at the end when there are
 * several. Empty when there
 * is nothing to say. Every part is escaped: a finding quotes sources.
 */
export function renderText(
  findings: readonly Finding[],
  options: RenderTextOptions,
): string {
  const style = paint(options.color);
  const shown = options.quiet
    ? findings.filter((finding) => finding.level !== "note")
    : findings;
  if (shown.length === 0) return "";
  const sorted = LEVELS.flatMap((level) =>
    shown.filter((finding) => finding.level === level)
  );
  const order = new Set(shown.map(({ source }) => source));
  const groups = Map.groupBy(sorted, (finding) => finding.source);
  let text = (groups.get(undefined) ?? [])
    .map((finding) => renderOne(finding, "", style)).join("");
  for (const source of order) {
    if (source === undefined) continue;
    const members = groups.get(source) ?? [];
    text += `${style("strong", printable(source))}\n`;
    text += members.map((finding) => renderOne(finding, "  ", style)).join("");
  }
  return options.quiet || options.counts === false || shown.length === 1
    ? text
    : `${text}${countLevels(shown)}\n`;
}

function renderOne(finding: Finding, indent: string, style: Paint): string {
  const { level, rule, fix } = finding;
  const head = `${indent}${style(level, level)}: ${place(finding)}${
    printable(finding.message)
  } ${style("faint", `[${rule}]`)}\n`;
  return fix === undefined
    ? head
    : `${head}${indent}  fix: ${printable(fix)}\n`;
}

/**
 * The place, unless the message already begins with it, as that of an error
 * does, or with the path inside the source whose name stands above.
 */
function place({ message, path, line, source }: Finding): string {
  if (path === undefined || message.startsWith(path)) return "";
  const named = message.slice(0, message.search(/[\s:]|$/));
  if (named.includes("/") && path.endsWith(`/${named}`)) return "";
  if (named !== "" && path.endsWith(`/${source}/${named}`)) return "";
  return `${printable(path)}${line === undefined ? "" : `:${line}`}: `;
}
