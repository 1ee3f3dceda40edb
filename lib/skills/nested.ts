import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { ProvidedSkill } from "./provides.ts";

/**
 * Warns of every `SKILL.md` deeper than the root of a provided skill
 * (`nested-skill`): agents that search folders take it for a skill of its
 * own, which nobody trusted. Case is ignored, as some file systems do.
 *
 * @param paths files of the snapshot
 */
export function nestedSkills(
  paths: Iterable<string>,
  skills: readonly Pick<ProvidedSkill, "name" | "root">[],
): Finding[] {
  const roots = new Map<string, string>(
    skills.map(({ name, root }) => [root, name]),
  );
  const findings: Finding[] = [];
  for (const path of paths) {
    const slash = path.lastIndexOf("/");
    if (path.slice(slash + 1).toLowerCase() !== "skill.md") continue;
    let folder = path.slice(0, Math.max(slash, 0));
    for (;;) {
      const up = folder.lastIndexOf("/");
      if (up < 0) break;
      folder = folder.slice(0, up);
      const skill = roots.get(folder);
      if (skill === undefined) continue;
      findings.push({
        rule: "nested-skill",
        level: "warning",
        message: `${
          printable(path)
        } stands below the provided skill ${skill}, and some agents take it for a skill of its own`,
        skill,
        path,
      });
      break;
    }
  }
  return findings;
}
