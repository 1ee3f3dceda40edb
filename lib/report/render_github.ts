import type { Finding, Level } from "../base/finding.ts";
import { countLevels, LEVELS } from "./count_levels.ts";
import type { Report } from "./model.ts";
import { printable } from "./printable.ts";

const COMMANDS: Readonly<Record<Level, string>> = {
  error: "error",
  warning: "warning",
  note: "notice",
};

/**
 * Writes findings as the workflow commands that GitHub Actions turns into
 * annotations, the gravest first, since it shows only the first ten of each
 * level; all of them stay in the log, and the last line counts them.
 *
 * A line that begins with `::` is an order to the runner. So nothing out of a
 * finding begins a line, and what would end a property or a line is escaped.
 */
export function renderGithub({ findings }: Report): string {
  const lines = LEVELS.flatMap((level) =>
    findings.filter((finding) => finding.level === level).map(annotation)
  );
  return [...lines, countLevels(findings) || "No findings."]
    .map((line) => `${line}\n`).join("");
}

function annotation(finding: Finding): string {
  const { rule, level, message, source, skill, path, line, fix } = finding;
  const about = [source, skill].filter((name) => name !== undefined);
  const properties = [
    ...(path === undefined ? [] : [`file=${property(path)}`]),
    ...(path === undefined || !isLine(line) ? [] : [`line=${line}`]),
    `title=${property([rule, ...about].join(" "))}`,
  ];
  const text = fix === undefined
    ? printable(message)
    : `${printable(message)}\nfix: ${printable(fix)}`;
  return `::${COMMANDS[level]} ${properties.join(",")}::${data(text)}`;
}

function isLine(line: number | undefined): boolean {
  return line !== undefined && Number.isSafeInteger(line) && line >= 1;
}

/** What may stand after the second `::`. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

/** What may stand as a property, which a comma or a colon would end. */
function property(text: string): string {
  return data(printable(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
