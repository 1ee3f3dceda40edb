import type { Finding } from "../base/finding.ts";
import { DECEPTIVE, ORDERS } from "./deceptive.ts";

/** One answer of the tool as a program reads it (contract section 7). */
export interface JsonReport {
  /** The command's name, or `error` when none was recognised. */
  readonly command: string;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  /** The command's own keys; they cannot replace the three common ones. */
  readonly document: Readonly<Record<string, unknown>>;
}

/**
 * Writes exactly one JSON document with a final line feed. Characters that a
 * terminal or a CI runner obeys or that nobody sees are written as JSON
 * escapes, which lose nothing: the same output often ends in a CI log.
 */
export function renderJson(report: JsonReport): string {
  const common = {
    schema: `skill-sources/${report.command.replaceAll(" ", "-")}@1`,
    ok: report.ok,
    findings: report.findings,
  };
  const text = JSON.stringify(
    { ...common, ...report.document, ...common },
    null,
    2,
  );
  return text.replace(
    DECEPTIVE,
    (character) => character === "\n" ? character : escaped(character),
  ).replace(ORDERS, escaped) + "\n";
}

/** UTF-16 units: beyond the basic plane JSON has surrogate pairs only. */
function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) =>
      `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
