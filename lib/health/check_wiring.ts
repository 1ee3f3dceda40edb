import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import {
  type LinkSites,
  planWiring,
  type Wiring,
} from "../install/plan_wiring.ts";
import { claimsOf } from "../install/claims_of.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { checkLinks } from "../wiring/check_links.ts";
import { missingIgnoreLines } from "../wiring/ignore_lines.ts";
import type { CheckedSource } from "./check_source.ts";

/** Links and ignore lines as they should be, and what is wrong with them. */
export interface CheckedWiring {
  /** What `--fix` may do: links of intact snapshots only; absent before `setup`. */
  readonly mendable?: Wiring;
  readonly findings: readonly Finding[];
}

/**
 * Holds links and ignore lines against what the snapshots provide. Before the
 * first `setup` there is nothing that ignore lines would have to hide.
 */
export function checkWiring(
  adopter: Adopter,
  sites: LinkSites,
  sources: readonly CheckedSource[],
): CheckedWiring {
  const refused = adopter.trust.refused.map(({ id }) => id);
  const plan = (usable: (source: CheckedSource) => boolean) => {
    const held = sources.filter((source) => !usable(source))
      .map(({ source }) => source.id as string);
    return planWiring(
      adopter,
      sites,
      claimsOf(
        sources.filter(usable).map(({ source, inventory }) => ({
          source,
          skills: inventory?.usable ?? [],
        })),
        sites,
      ).claims,
      new Set([...held, ...refused]),
    );
  };
  const seen = plan(({ inventory, block }) =>
    inventory !== undefined && block !== undefined
  );
  const mendable = plan(({ state, block }) =>
    state === "intact" && block !== undefined
  );
  const links = checkLinks(adopter.root, seen.links, sites.existing);
  if (!isSetUp(adopter)) {
    return { findings: [...links, ...sites.targets.findings] };
  }
  return {
    mendable,
    findings: [
      ...links,
      ...missingIgnoreLines(seen.missingLines),
      ...seen.findings,
    ],
  };
}

function isSetUp({ root, locks }: Adopter): boolean {
  return locks.committedBytes !== undefined || snapshotsFolderStands(root);
}
