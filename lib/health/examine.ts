import { agentNames } from "../adopter/named_agents.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import {
  type LinkSites,
  surveyLinks,
  type Wiring,
} from "../install/plan_wiring.ts";
import { journalStands } from "../store/journal.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { checkOrphans } from "./check_orphans.ts";
import { checkOverrides } from "./check_overrides.ts";
import { checkPointers } from "./check_pointers.ts";
import { type CheckedSource, checkSource } from "./check_source.ts";
import { checkWiring } from "./check_wiring.ts";
import { checkWorktreeWiring } from "./check_worktree_wiring.ts";
import { fixFromWorktree } from "./fix_from_worktree.ts";
import { withFix } from "./with_fix.ts";

/** The state of health of an adopter repository. */
export interface Examination {
  /** In trust-list order; only the chosen ones. */
  readonly sources: readonly CheckedSource[];
  readonly findings: readonly Finding[];
  /** What `--fix` may do; absent before `setup`, and when only some sources were looked at. */
  readonly mendable?: Wiring;
}

/** What to look at, and how thoroughly. */
export interface ExamineOptions {
  readonly quick: boolean;
  /** Ids; empty: everything, also links, ignore lines, pointers and what nobody trusts. */
  readonly only: readonly string[];
}

/**
 * Reads everything `setup` is responsible for and holds it against what it
 * should be. Reads only: no network, no write.
 */
export function examine(
  adopter: Adopter,
  { quick, only }: ExamineOptions,
): Examination {
  const prefix = adopter.config.prefix ?? DEFAULT_PREFIX;
  const sources = adopter.trust.sources
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .map((source) => checkSource(adopter, source, { quick, prefix }));
  const refused = adopter.trust.refused
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .flatMap(({ id, errors }) => errors.map((error) => error.toFinding(id)));
  const ofSources = [
    ...refused,
    ...sources.flatMap(({ findings }) => findings),
  ];
  const here = (findings: readonly Finding[]) =>
    findings.map((finding) => fixFromWorktree(adopter, withFix(finding)));
  if (only.length > 0) return { sources, findings: here(ofSources) };

  const links = examineLinks(adopter, sources);
  return {
    sources,
    findings: here([
      ...adopter.findings,
      ...interrupted(adopter.snapshotsRoot),
      ...ofSources,
      ...checkOrphans(adopter),
      ...links.findings,
      ...checkPointers(adopter, sources),
      ...checkOverrides(adopter, links.sites?.takenNames ?? new Set(), sources),
    ]),
    ...(links.mendable === undefined ? {} : { mendable: links.mendable }),
  };
}

/** A target or ignore file that cannot be read is one finding among others. */
function examineLinks(
  adopter: Adopter,
  sources: readonly CheckedSource[],
): {
  readonly sites?: LinkSites;
  readonly mendable?: Wiring;
  readonly findings: readonly Finding[];
} {
  try {
    const agents = agentNames(adopter, undefined);
    const sites = surveyLinks(adopter, agents);
    const wiring = adopter.repository.kind === "linked-worktree"
      ? checkWorktreeWiring(adopter, sites)
      : checkWiring(adopter, sites, sources);
    return {
      sites,
      ...wiring,
      findings: [...agents.findings, ...wiring.findings],
    };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { findings: [error.toFinding()] };
  }
}

function interrupted(root: string): Finding[] {
  if (!journalStands(root)) return [];
  return [{
    rule: "interrupted-run",
    level: "warning",
    message: "an earlier run was interrupted and is not finished yet",
    fix: "skill-sources setup",
  }];
}
