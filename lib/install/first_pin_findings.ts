import { join } from "node:path";
import { inSnapshot } from "../adopter/in_snapshot.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { skillFiles } from "../adopter/skill_files.ts";
import type { Finding } from "../base/finding.ts";
import { reviewFindings } from "../scan/review_findings.ts";
import { quieted, type Suppression } from "../scan/suppressions.ts";
import type { StagedSource } from "./fetch_source.ts";
import { nearNewNames } from "./near_new_names.ts";
import type { LinkSites } from "./plan_wiring.ts";
import { readStagedListing } from "./read_staged_listing.ts";

/** What is known where a first pin is judged. */
export interface FirstPinContext {
  readonly adopter: Adopter;
  readonly sites: LinkSites;
  readonly suppressions: readonly Suppression[];
}

/**
 * Looks at what a first pin brought, before anybody is asked about it: warnings
 * about the content of its skills, and about names that are nearly known ones
 * (contract section 8). It refuses nothing.
 *
 * @param staging staging folder relative to the root, in which it lies as `<id>`
 */
export async function firstPinFindings(
  { source, inventory }: StagedSource,
  staging: string,
  { adopter, sites, suppressions }: FirstPinContext,
): Promise<Finding[]> {
  const { id } = source;
  const { usable } = inventory;
  const content = await reviewFindings(
    skillFiles(
      join(adopter.root, staging, id),
      readStagedListing(adopter.root, staging, id),
      usable.map(({ root }) => root),
    ),
  );
  const all = [
    ...content.map((finding) => inSnapshot(finding, id)),
    ...nearNewNames(id, usable.map(({ name }) => name), adopter, sites),
  ];
  return quieted(all, suppressions, id);
}
