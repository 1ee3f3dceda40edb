import type { Adopter } from "../adopter/load_adopter.ts";
import { type SourceState, sourceState } from "../adopter/source_state.ts";
import { worktreeLocks, worktreeThatNames } from "../adopter/worktree_locks.ts";
import { type SourceId, sourceId } from "../base/ids.ts";
import { snapshotsOnDisk } from "../store/snapshots_folder.ts";
import type { Orphan, SourceFacts } from "./plan_setup.ts";

/** What lies on disk, compared with what the locks and the trust list say. */
export interface Survey {
  /** One for each trusted source, in trust-list order. */
  readonly facts: readonly SourceFacts[];
  readonly states: ReadonlyMap<SourceId, SourceState>;
  /** What is locked or on disk though no trust-list entry names it. */
  readonly orphans: readonly Orphan[];
}

/**
 * Hashes every snapshot of a trusted source and finds what belongs to none.
 *
 * @param linkedSources ids that standing links of ours lead to
 */
export function survey(
  adopter: Adopter,
  linkedSources: Iterable<SourceId>,
): Survey {
  const blocks = new Map(
    (adopter.locks.committed?.blocks ?? []).map((block) => [block.id, block]),
  );
  const locals = new Map(
    (adopter.locks.local?.blocks ?? []).map((block) => [block.id, block]),
  );
  const states = new Map<SourceId, SourceState>();
  const facts = adopter.trust.sources.map((source): SourceFacts => {
    const block = blocks.get(source.id);
    const state = sourceState(
      adopter.root,
      source.id,
      block,
      locals.get(source.id),
    );
    states.set(source.id, state);
    return { source, block, snapshot: state.state };
  });
  const named = new Set<string>([
    ...adopter.trust.sources.map(({ id }) => id),
    ...adopter.trust.refused.map(({ id }) => id),
  ]);
  const linked = new Set(linkedSources);
  const onDisk = snapshotsOnDisk(adopter.root)
    .flatMap((name) => sourceId(name) ?? []);
  const orphans = [...new Set([...linked, ...onDisk, ...blocks.keys()])]
    .filter((id) => !named.has(id))
    .sort((left, right) => left < right ? -1 : 1);
  const worktrees = orphans.length === 0
    ? []
    : worktreeLocks(adopter.repository);
  return {
    facts,
    states,
    orphans: orphans.map((id) => ({
      id,
      locked: blocks.has(id),
      linked: linked.has(id),
      sparedFor: onDisk.includes(id)
        ? worktreeThatNames(worktrees, id, locals.get(id))
        : undefined,
    })),
  };
}
