import { inSnapshot } from "../adopter/in_snapshot.ts";
import { readOrganizations } from "../adopter/layer_files.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { nearNameFindings } from "../scan/near_name_findings.ts";
import { sourceNameFindings } from "../scan/source_name_findings.ts";
import { quieted, type Suppression } from "../scan/suppressions.ts";
import { knownSkills } from "./known_skills.ts";
import type { SourcePlan } from "./plan_setup.ts";
import type { LinkSites } from "./plan_wiring.ts";

/**
 * Warnings about names that a new source brings and that are nearly known ones
 * (contract section 8).
 *
 * @param skills names of the skills that it brings
 */
export function nearNewNames(
  id: string,
  skills: readonly string[],
  adopter: Adopter,
  sites: LinkSites,
): Finding[] {
  return [
    ...sourceNameFindings(id, knownSources(id, adopter)),
    ...nearNameFindings("skill", skills, knownSkills(sites)),
  ].map((finding) => inSnapshot(finding, id));
}

/** The same where nothing is fetched: of the names that the trust list itself says. */
export function nearListedNames(
  sources: readonly SourcePlan[],
  adopter: Adopter,
  sites: LinkSites,
  suppressions: readonly Suppression[],
): Finding[] {
  return sources
    .filter(({ action }) => action === "first-pin")
    .flatMap(({ source: { id, provides } }) => {
      const skills = provides.flatMap((item) =>
        "skill" in item ? [item.skill] : []
      );
      const near = nearNewNames(id, skills, adopter, sites);
      return quieted(near, suppressions, id);
    });
}

/** Ids that stand before this one in the trust list, are locked, or are an organization's. */
function knownSources(id: string, { trust, locks, files }: Adopter): string[] {
  const listed: string[] = trust.sources.map((source) => source.id);
  const theirs = readOrganizations(files).files.flatMap(({ files }) =>
    files.flatMap(({ entries }) => entries)
  );
  return [
    ...listed.slice(0, listed.indexOf(id)),
    ...[...locks.committed?.blocks ?? [], ...theirs].map((one) => one.id),
  ];
}
