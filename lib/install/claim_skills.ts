import { join } from "node:path";
import { readListing } from "../adopter/source_state.ts";
import {
  type SkillInventory,
  skillInventory,
} from "../adopter/skill_inventory.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { nameClashes, type NamedSkill } from "../skills/name_clashes.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { listingDigest } from "../tree/listing.ts";
import { statSnapshot } from "../tree/stat_snapshot.ts";
import type { LinkClaim } from "../wiring/link_plan.ts";
import type { StagedSource } from "./fetch_source.ts";
import type { Prepared } from "./prepare.ts";

/** The skills that shall be linked after this run. */
export interface ClaimedSkills {
  readonly claims: readonly LinkClaim[];
  readonly findings: readonly Finding[];
}

/**
 * Collects the usable skills of every source this run vouches for: those just
 * staged and those whose snapshot is intact. A skill that declares another's
 * name is not linked.
 */
export function claimSkills(
  root: string,
  { plan, survey, sites }: Prepared,
  { staged }: { readonly staged: ReadonlyMap<SourceId, StagedSource> },
): ClaimedSkills {
  const claims: LinkClaim[] = [];
  const named: NamedSkill[] = [];
  const findings: Finding[] = [];
  for (const { source, action } of plan.sources) {
    let inventory: SkillInventory | undefined = staged.get(source.id)
      ?.inventory;
    if (inventory === undefined && action === "keep") {
      const { id, layout, provides } = source;
      inventory = skillInventory(
        join(root, SNAPSHOTS, id),
        filesOf(root, id, survey.states.get(id)?.expected),
        { id, layout, provides, prefix: sites.prefix },
      );
      findings.push(...inventory.findings);
    }
    for (const { name, reading } of inventory?.usable ?? []) {
      claims.push({
        source: source.id,
        skill: name,
        skillsRoot: source.layout.skillsRoot,
      });
      named.push({
        source: source.id,
        name,
        ...(reading.declaredName === undefined
          ? {}
          : { declaredName: reading.declaredName }),
      });
    }
  }
  const clashes = nameClashes(named, sites.prefix);
  const clashing = new Set(
    clashes.map(({ source, skill }) => `${source}/${skill}`),
  );
  return {
    claims: claims.filter(({ source, skill }) =>
      !clashing.has(`${source}/${skill}`)
    ),
    findings: [...findings, ...clashes],
  };
}

/** The files of an intact snapshot: its listing when that is the locked one, else from disk. */
export function filesOf(
  root: string,
  id: string,
  expected: string | undefined,
) {
  const listing = readListing(root, id);
  if (listing !== undefined && listingDigest(listing) === expected) {
    return listing;
  }
  return statSnapshot(join(root, SNAPSHOTS, id)).listing;
}
