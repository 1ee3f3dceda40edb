import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import {
  type LinkSites,
  planWiring,
  type Wiring,
} from "../install/plan_wiring.ts";
import { claimsOf } from "../install/claims_of.ts";
import { checkLinks } from "../wiring/check_links.ts";
import type { CheckedSource } from "./check_source.ts";

/** Links and ignore lines as they should be, and what is wrong with them. */
export interface CheckedWiring {
  /** What `--fix` may do: links of intact snapshots only. */
  readonly mendable: Wiring;
  readonly findings: readonly Finding[];
}

/** Holds links and ignore lines against what the snapshots provide. */
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
        sites.prefix,
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
  return {
    mendable,
    findings: [
      ...checkLinks(adopter.root, seen.links, sites.existing),
      ...seen.missingLines.map((line): Finding => ({
        rule: "ignore-missing",
        level: "error",
        path: ".gitignore",
        message: `.gitignore lacks the line ${line}`,
        fix: "skill-sources setup",
      })),
      ...seen.findings,
    ],
  };
}
