import { join } from "node:path";
import {
  skillInventory,
  type UsableSkill,
} from "../adopter/skill_inventory.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { type Claims, claimsOf } from "./claims_of.ts";
import type { StagedSource } from "./fetch_source.ts";
import { isAccepted } from "./is_accepted.ts";
import type { Prepared } from "./prepare.ts";

/**
 * Collects the usable skills of every source this run vouches for: those just
 * staged and those whose snapshot is intact.
 */
export function claimSkills(
  root: string,
  { plan, survey, sites }: Prepared,
  staged: ReadonlyMap<SourceId, StagedSource>,
): Claims {
  const findings: Finding[] = [];
  const skillsOf = (
    { source, action, block }: Prepared["plan"]["sources"][number],
  ) => {
    const fresh = staged.get(source.id);
    if (fresh !== undefined) return fresh.inventory.usable;
    if (action !== "keep") return [];
    const inventory = skillInventory(
      join(root, SNAPSHOTS, source.id),
      snapshotFiles(root, source.id, survey.states.get(source.id)?.expected),
      { ...source, prefix: sites.prefix },
    );
    const accepted = isAccepted(block);
    findings.push(
      ...inventory.findings
        .filter(({ level }) => !accepted || level === "error"),
    );
    return inventory.usable;
  };
  const sources = plan.sources.map((item) => ({
    source: item.source,
    skills: skillsOf(item) as readonly UsableSkill[],
  }));
  const { claims, findings: clashes } = claimsOf(sources, sites);
  return { claims, findings: [...findings, ...clashes] };
}
