import type { UsableSkill } from "../adopter/skill_inventory.ts";
import type { Finding } from "../base/finding.ts";
import { nameClashes } from "../skills/name_clashes.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { LinkClaim } from "../wiring/link_plan.ts";
import type { LinkSites } from "./plan_wiring.ts";

/** The skills that shall be linked, and those that must not be. */
export interface Claims {
  readonly claims: readonly LinkClaim[];
  readonly findings: readonly Finding[];
}

/**
 * The link claims of the usable skills of several sources. A skill that
 * declares another's name, a source's or the repository's, is not linked
 * (contract section 5).
 */
export function claimsOf(
  sources: readonly {
    readonly source: ResolvedSource;
    readonly skills: readonly UsableSkill[];
  }[],
  { prefix, reservedNames }: Pick<LinkSites, "prefix" | "reservedNames">,
): Claims {
  const named = sources.flatMap(({ source, skills }) =>
    skills.map(({ name, reading }) => ({
      source: source.id,
      name,
      skillsRoot: source.layout.skillsRoot,
      ...(reading.declaredName === undefined
        ? {}
        : { declaredName: reading.declaredName }),
    }))
  );
  const findings = nameClashes(named, prefix, reservedNames);
  const clashing = new Set(
    findings.map(({ source, skill }) => `${source}/${skill}`),
  );
  return {
    claims: named
      .filter(({ source, name }) => !clashing.has(`${source}/${name}`))
      .map(({ source, name, skillsRoot }) => ({
        source,
        skill: name,
        skillsRoot,
      })),
    findings,
  };
}
