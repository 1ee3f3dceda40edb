import { MAX_HISTORY_COMMITS } from "../base/limits.ts";
import { commitParents } from "./commit_parents.ts";
import { limitExceeded } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";

/**
 * Commits by id, each with the ids of its parents. Every id was recomputed
 * from the commit's bytes, which name its parents: so a path through the graph
 * is proof of descent, whoever sent it. What is not in it proves nothing.
 */
export type CommitGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The commits of `store` that `want` leads to, the nearest first. A history
 * longer than {@linkcode MAX_HISTORY_COMMITS} ends there when it has met
 * `goal`. Throws `SourceError`: `limit-exceeded` when it has not, and
 * `git-damaged`.
 */
export function commitGraph(
  store: ObjectStore,
  want: string,
  goal?: string,
): CommitGraph {
  const graph = new Map<string, readonly string[]>();
  const met = new Set([want]);
  for (const id of met) {
    if (store.info(id)?.type !== "commit") continue;
    if (graph.size === MAX_HISTORY_COMMITS) {
      if (goal !== undefined && met.has(goal)) return graph;
      throw limitExceeded(`the history exceeds ${MAX_HISTORY_COMMITS} commits`);
    }
    const parents = commitParents(store.read(id).body, store.format);
    graph.set(id, parents);
    for (const parent of parents) met.add(parent);
  }
  return graph;
}
