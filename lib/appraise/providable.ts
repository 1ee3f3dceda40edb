import { reservedNames, takenNames } from "../adopter/taken_names.ts";
import type { Finding } from "../base/finding.ts";
import type { SkillName } from "../base/ids.ts";
import { claimsOf } from "../install/claims_of.ts";
import type { Appraisal } from "./appraise.ts";

/** The skills of a source that can be linked here, and why others cannot. */
export interface Providable {
  /** By name, sorted. */
  readonly skills: readonly SkillName[];
  readonly findings: readonly Finding[];
}

/**
 * Leaves out the usable skills that `setup` would not link: those whose name
 * this repository or the framework has, which always win, and those that
 * declare another's name (contract section 5).
 *
 * @param root the adopter's checkout
 */
export function providable(
  { source, skills }: Appraisal,
  root: string,
  prefix: string,
): Providable {
  const taken = takenNames(root);
  const { findings: clashes } = claimsOf([{ source, skills }], {
    prefix,
    reservedNames: reservedNames(root, prefix, taken),
  });
  const collisions = skills.filter(({ name }) => taken.has(name))
    .map(({ name }): Finding => ({
      rule: "name-collision",
      level: "warning",
      message:
        `This repository or its framework has a skill ${name} of its own, which always wins`,
      source: source.id,
      skill: name,
    }));
  const findings = [...collisions, ...clashes];
  const left = new Set(findings.map(({ skill }) => skill));
  return {
    skills: skills.map(({ name }) => name).filter((name) => !left.has(name)),
    findings: findings.map((each) => ({ ...each, level: "warning" })),
  };
}
