import { agentNames } from "../adopter/named_agents.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { SkillName } from "../base/ids.ts";
import { claimsOf } from "../install/claims_of.ts";
import { knownSkills } from "../install/known_skills.ts";
import { surveyLinks } from "../install/plan_wiring.ts";
import { nearNameFindings } from "../scan/near_name_findings.ts";
import type { Appraisal } from "./appraise.ts";

/** The skills of a source that can be linked here, and why others cannot. */
export interface Providable {
  /** By name, sorted. */
  readonly skills: readonly SkillName[];
  /** Warnings. */
  readonly findings: readonly Finding[];
}

/**
 * Leaves out the usable skills that `setup` would not link: those whose name
 * this repository, its framework or another source has, and those that declare
 * another's name (contract section 5). Names that are nearly known ones stay
 * and are pointed out (section 8).
 */
export function providable(
  { source, skills }: Appraisal,
  adopter: Adopter,
): Providable {
  const sites = surveyLinks(adopter, agentNames(adopter, undefined));
  const known = knownSkills(sites);
  const { findings: clashes } = claimsOf([{ source, skills }], sites);
  const collisions = skills.filter(({ name }) => known.has(name))
    .map(({ name }): Finding => ({
      rule: "name-collision",
      level: "warning",
      message: sites.takenNames.has(name)
        ? `This repository or its framework has a skill ${name} of its own, which always wins`
        : `A skill ${name} of another source is linked here, and keeps its place`,
      source: source.id,
      skill: name,
    }));
  const findings = [...collisions, ...clashes];
  const left = new Set(findings.map(({ skill }) => skill));
  const names = skills.map(({ name }) => name);
  return {
    skills: names.filter((name) => !left.has(name)),
    findings: [
      ...findings.map((each): Finding => ({ ...each, level: "warning" })),
      ...nearNameFindings("skill", names, known)
        .map((each) => ({ ...each, source: source.id })),
    ],
  };
}
