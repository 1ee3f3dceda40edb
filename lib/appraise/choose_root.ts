import { SourceError, UsageError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import type { FoundRoots, SkillsRoot } from "../vouch/skills_roots.ts";
import type { VouchOptions } from "./vouch_options.ts";

/**
 * The skills root that the person names, or else the likeliest.
 *
 * @throws {SourceError} `provides-unfulfilled` when there is no skill, with
 * what comes near
 * @throws {UsageError} `usage` when the wanted root or skill is not there
 */
export function chooseRoot(
  found: FoundRoots,
  { skillsRoot, skills }: Pick<VouchOptions, "skillsRoot" | "skills">,
): SkillsRoot {
  const root = skillsRoot === undefined
    ? found.roots[0]
    : found.roots.find((each) => each.root === skillsRoot);
  if (
    root === undefined && skillsRoot !== undefined && found.roots.length > 0
  ) {
    throw new UsageError(
      "usage",
      `No skill stands in ${printable(skillsRoot)}; the source has some in ${
        listed(found.roots.map((each) => each.root))
      }.`,
    );
  }
  if (root === undefined || root.skills.length === 0) {
    throw noSkill(found, root);
  }
  const missing = skills.find((name) => !root.skills.includes(name));
  if (missing !== undefined) {
    throw new UsageError(
      "usage",
      `The source has no skill ${missing} in ${root.root}; it has ${
        listed(root.skills)
      }.`,
    );
  }
  return root;
}

function noSkill(found: FoundRoots, root: SkillsRoot | undefined): SourceError {
  const why = root !== undefined
    ? `the names of its skills (${
      listed(root.misnamed)
    }) are not lower-case words joined by hyphens, or are reserved`
    : found.atTop
    ? "its SKILL.md stands at the very top, in no folder that could name the skill"
    : found.nearNames.length > 0
    ? `what comes near is ${
      listed(found.nearNames)
    }, which must be named exactly SKILL.md`
    : "it has no folder with a SKILL.md anywhere";
  return new SourceError(
    "provides-unfulfilled",
    `The source has no skill that can be installed: ${why}; ask its maintainers.`,
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => printable(name));
  return names.length > shown.length
    ? `${shown.join(", ")} and ${names.length - shown.length} more`
    : shown.join(", ");
}
