import { SourceError } from "../base/errors.ts";
import type { RuleName } from "../base/rules.ts";
import type { CommitGraph } from "./commit_graph.ts";
import { openRemote } from "./open_remote.ts";
import type { Remote, RemoteContext } from "./remote.ts";

/** Two commits of one repository. */
export interface CommitPair {
  readonly older: string;
  readonly newer: string;
}

/** What the newer commit is to the older one. */
export type Ancestry =
  | "descendant"
  | "ancestor"
  | "same"
  | "unrelated"
  | "unknown";

/** How two commits stand to each other, as far as it could be proved. */
export interface Relation {
  /** Whether the older one is an ancestor of the newer one. */
  readonly descends: boolean | undefined;
  /** Whether the newer one is an ancestor of the older one. */
  readonly precedes: boolean | undefined;
  /** Commits that the newer one has on top of the older one, where it descends from it. */
  readonly commits?: number;
}

/** Faults that leave the question open; others are of the network. */
const OPEN: ReadonlySet<RuleName> = new Set<RuleName>([
  "commit-unknown",
  "git-damaged",
  "git-protocol",
  "limit-exceeded",
]);

/**
 * What `newer` is to `older` in the repository at `url` (contract section 6,
 * `upgrade`). `"unknown"` where the server does not say it, or not within the
 * limits: it is no better than `"unrelated"`. Throws `SourceError` and, over
 * ssh, `HostError` when the repository is not reached.
 */
export async function ancestry(
  url: string,
  pair: CommitPair,
  context: RemoteContext,
): Promise<Ancestry> {
  if (pair.older === pair.newer) return "same";
  const remote = await openRemote(url, context);
  const { descends, precedes } = await relate(remote, pair);
  if (descends) return "descendant";
  if (precedes) return "ancestor";
  return descends === false && precedes === false ? "unrelated" : "unknown";
}

/**
 * Finds out how two commits stand to each other. Only chains of commits whose
 * ids were recomputed count, in both directions: a server cannot make one
 * commit the descendant of another, nor hide that it is.
 */
export async function relate(
  remote: Remote,
  { older, newer }: CommitPair,
): Promise<Relation> {
  const ask = (want: string, have?: string) => history(remote, want, have);
  const forth = reach(await ask(newer, older), newer, older);
  if (forth.found) {
    return { descends: true, precedes: false, commits: forth.passed };
  }
  const back = reach(await ask(older, newer), older, newer);
  if (back.found) return { descends: false, precedes: true };
  // What one side leads to cannot lead to that side: hashes have no cycles.
  let descends = within(forth.ends, back) ? false : undefined;
  let precedes = within(back.ends, forth) ? false : undefined;
  if (descends === undefined) {
    const whole = reach(await ask(newer), newer, older);
    if (whole.found) {
      return { descends: true, precedes: false, commits: whole.passed };
    }
    if (whole.ends.size === 0) descends = false;
  }
  if (precedes === undefined) {
    const whole = reach(await ask(older), older, newer);
    if (whole.found) return { descends: false, precedes: true };
    if (whole.ends.size === 0) precedes = false;
  }
  return { descends, precedes };
}

async function history(
  remote: Remote,
  want: string,
  have?: string,
): Promise<CommitGraph> {
  try {
    return await remote.history(want, have);
  } catch (error) {
    if (error instanceof SourceError && OPEN.has(error.code)) return new Map();
    throw error;
  }
}

/** What a walk from one commit met. */
interface Reach {
  /** Whether the goal is among the commits met. */
  readonly found: boolean;
  /** Commits met that the goal does not lead to, as far as the graph tells. */
  readonly passed: number;
  /** Commits met that the graph does not hold: what lies beyond is not known. */
  readonly ends: ReadonlySet<string>;
  /** All commits met but the first. */
  readonly below: ReadonlySet<string>;
}

function reach(graph: CommitGraph, from: string, goal: string): Reach {
  const { met, ends } = walk(graph, from, goal);
  const below = new Set(met);
  below.delete(from);
  const found = met.has(goal);
  const hidden = found ? walk(graph, goal).met : new Set<string>();
  let passed = 0;
  for (const id of met) if (graph.has(id) && !hidden.has(id)) passed++;
  return { found, passed, ends, below };
}

function walk(graph: CommitGraph, from: string, goal?: string) {
  const met = new Set([from]);
  const ends = new Set<string>();
  for (const id of met) {
    if (id === goal) continue;
    const parents = graph.get(id);
    if (parents === undefined) ends.add(id);
    else for (const parent of parents) met.add(parent);
  }
  return { met, ends };
}

/** Whether every end of one walk lies below the start of the other. */
function within(ends: ReadonlySet<string>, other: Reach): boolean {
  return [...ends].every((id) => other.below.has(id));
}
