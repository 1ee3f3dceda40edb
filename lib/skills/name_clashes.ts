import type { Finding } from "../base/finding.ts";
import type { SkillName } from "../base/ids.ts";
import { printable } from "../report/printable.ts";

/** A skill as others see it. */
export interface NamedSkill {
  /** Id of its source. */
  readonly source: string;
  /** Its folder's name. */
  readonly name: SkillName;
  readonly declaredName?: string;
}

/**
 * Finds skills whose declared name is, after NFKC and lower-casing, another
 * skill's declared name or link name (contract section 5): an agent would
 * answer to it with the wrong one. Each is an error `skill-name` and is not
 * linked. A skill that declares its own folder's name is never at fault, so
 * no source can push out another's skill by claiming its name.
 *
 * Two skills of one link name are no matter of declared names: the link plan
 * judges them.
 *
 * @param prefix what link names begin with
 * @param reserved names of the skills that no source brings, in lower case
 */
export function nameClashes(
  skills: readonly NamedSkill[],
  prefix: string,
  reserved: ReadonlySet<string> = new Set(),
): readonly Finding[] {
  const owners = new Map<string, Set<NamedSkill>>();
  const claim = (name: string, skill: NamedSkill) => {
    const key = fold(name);
    owners.set(key, (owners.get(key) ?? new Set()).add(skill));
  };
  for (const skill of skills) {
    claim(`${prefix}${skill.name}`, skill);
    if (skill.declaredName !== undefined) claim(skill.declaredName, skill);
  }
  return skills.flatMap((skill): Finding[] => {
    const { declaredName, name } = skill;
    if (declaredName === undefined) return [];
    const key = fold(declaredName);
    if (key === name || key === fold(`${prefix}${name}`)) return [];
    const whose = reserved.has(key)
      ? "a skill of this repository or of its framework"
      : ownerOtherThan(skill, owners.get(key));
    return whose === undefined ? [] : [{
      rule: "skill-name",
      level: "error",
      message: `The skill ${name} of ${skill.source} declares the name "${
        printable(declaredName)
      }", which is that of ${whose}; it is not linked`,
      source: skill.source,
      skill: name,
    }];
  });
}

function ownerOtherThan(
  skill: NamedSkill,
  owners: Iterable<NamedSkill> = [],
): string | undefined {
  for (const other of owners) {
    if (other !== skill) return `${other.name} of ${other.source}`;
  }
  return undefined;
}

function fold(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
