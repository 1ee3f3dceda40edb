import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { agentNames } from "../adopter/named_agents.ts";
import { sharedState } from "../adopter/shared_state.ts";
import { skillInventory } from "../adopter/skill_inventory.ts";
import { snapshotFiles } from "../adopter/snapshot_files.ts";
import type {
  SourceState,
  SourceStateOptions,
} from "../adopter/source_state.ts";
import type { Finding } from "../base/finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { ResolvedSource } from "../trust/model.ts";
import {
  judgeSnapshotsLink,
  type SnapshotsLinkState,
} from "../wiring/snapshots_link.ts";
import { claimsOf } from "./claims_of.ts";
import { planSetup, type SourceFacts } from "./plan_setup.ts";
import { planWiring, surveyLinks, type Wiring } from "./plan_wiring.ts";
import { namesSnapshot } from "./unlink_unlocked.ts";
import { unlinkableFinding } from "./unlinkable_finding.ts";

/** What becomes of one source in a linked worktree. */
export interface WorktreeSource {
  readonly source: ResolvedSource;
  /**
   * `link`: its skills are linked; `hold`: links that stand stay, as a fault
   * keeps it from being judged; `unlink`: the snapshot is none that this
   * worktree's lock names, so no link leads there.
   */
  readonly action: "link" | "hold" | "unlink";
}

/** What `worktree-init` will do in a linked worktree. */
export interface WorktreePlan {
  /** In trust-list order. */
  readonly sources: readonly WorktreeSource[];
  readonly wiring: Wiring;
  readonly snapshotsLink: SnapshotsLinkState;
  /** Some source is linked, so that the link to the snapshots is needed. */
  readonly used: boolean;
  /**
   * The worktree is used, or was: its ignore lines count. A branch that shares
   * nothing with the main checkout is not written to.
   */
  readonly wired: boolean;
  readonly findings: readonly Finding[];
}

/**
 * Plans links and ignore lines of a linked worktree: only for what its own
 * trust list and committed lock name with the pin that the main checkout has
 * fetched, and whose snapshot there is intact (contract section 6). A branch
 * can so choose among what somebody consented to in the main checkout, and
 * cannot add to it.
 *
 * @param adopter the linked worktree's
 */
export function planWorktree(
  adopter: Adopter,
  options: SourceStateOptions = {},
): WorktreePlan {
  const { snapshotsRoot, locks, trust } = adopter;
  const agents = agentNames(adopter, undefined);
  const sites = surveyLinks(adopter, agents);
  const states = new Map<string, SourceState>();
  const facts = trust.sources.map((source): SourceFacts => {
    const block = locks.committed?.blocks.find(({ id }) => id === source.id);
    const local = locks.local?.blocks.find(({ id }) => id === source.id);
    const found: SourceState = block === undefined
      ? { state: "unverified" }
      : sharedState(snapshotsRoot, block, local, options);
    // Intact bytes of which the local lock does not say where they came from.
    const state = found.state === "intact" && local === undefined
      ? { ...found, state: "unverified" as const }
      : found;
    states.set(source.id, state);
    return { source, block, snapshot: state.state };
  });
  const plan = planSetup(facts, [], {
    only: [],
    frozen: false,
    allowUnpinned: true,
    prune: false,
  });
  const findings: Finding[] = [...agents.findings, ...plan.findings];
  const sources = plan.sources.map((item): WorktreeSource => {
    const { source, action, snapshot } = item;
    if (action !== "keep" && action !== "leave") {
      findings.push(unlinkableFinding(adopter, item));
    }
    const other = item.block === undefined || snapshot === "outdated";
    return {
      source,
      action: action === "keep" ? "link" : other ? "unlink" : "hold",
    };
  });
  const linked = sources.filter(({ action }) => action === "link")
    .map(({ source }) => {
      const inventory = skillInventory(
        join(snapshotsRoot, SNAPSHOTS, source.id),
        snapshotFiles(
          snapshotsRoot,
          source.id,
          states.get(source.id)?.expected,
        ),
        { ...source, prefix: sites.prefix },
      );
      findings.push(...inventory.findings);
      return { source, skills: inventory.usable };
    });
  const { claims, findings: clashes } = claimsOf(linked, sites);
  const held = sources.filter(({ action }) => action === "hold")
    .map(({ source }) => source.id as string);
  const wiring = planWiring(
    adopter,
    sites,
    claims,
    new Set([
      ...held,
      ...trust.refused.map(({ id }) => id)
        .filter((id) => namesSnapshot(locks, id, snapshotsRoot, options)),
    ]),
  );
  const snapshotsLink = judgeSnapshotsLink(adopter.root, snapshotsRoot);
  const used = linked.length > 0;
  return {
    sources,
    wiring,
    snapshotsLink,
    used,
    wired: used || snapshotsLink.state !== "absent",
    findings: [
      ...findings,
      ...clashes,
      ...wiring.links.collisions,
      ...wiring.findings,
    ],
  };
}
