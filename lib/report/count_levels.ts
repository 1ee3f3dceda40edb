import type { Finding, Level } from "../base/finding.ts";

/** The levels, the gravest first. */
export const LEVELS: readonly Level[] = ["error", "warning", "note"];

/** `2 errors, 1 note`; empty without findings. */
export function countLevels(findings: readonly Finding[]): string {
  return LEVELS.flatMap((level) => {
    const count = findings.filter((finding) => finding.level === level).length;
    return count === 0 ? [] : [`${count} ${level}${count === 1 ? "" : "s"}`];
  }).join(", ");
}
