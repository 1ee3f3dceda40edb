import type { Finding } from "../base/finding.ts";

/** What an author does about a finding of their own tree, where the finding does not say so itself. */
export function authorFix(finding: Finding): Finding {
  const { rule, level, path, line, skill } = finding;
  if (level === "note" || finding.fix !== undefined) return finding;
  const place = path === undefined
    ? skill === undefined ? "the tree" : `the skill ${skill}`
    : `${path}${line === undefined ? "" : `, line ${line}`}`;
  return { ...finding, fix: fixOf(rule, place, skill) };
}

function fixOf(
  rule: Finding["rule"],
  place: string,
  skill: string | undefined,
): string {
  switch (rule) {
    case "eval-missing":
      return `add a suite for ${skill ?? "the skill"}`;
    case "eval-unbound":
      return `make ${place} name a SKILL.md and one of its headings`;
    case "name-refused":
    case "name-left-out":
    case "name-suspect":
    case "link-text":
      return "rename or remove what is named, or keep it out of the skills";
    case "nested-skill":
      return `move ${place} out of the skill, or rename it`;
    case "provides-skipped":
      return `rename the folder ${place}`;
    case "provides-unfulfilled":
      return "put each skill into a folder of its own with a file SKILL.md";
    case "reference-left-out":
      return `correct the reference in ${place}, or commit what it names`;
    default:
      return `correct ${place}`;
  }
}
