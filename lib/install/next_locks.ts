import type { SourceId } from "../base/ids.ts";
import { blockOf } from "../lock/block_of.ts";
import type { LocalBlock, LocalLock, LockBlock } from "../lock/model.ts";
import { SELECTION_RULE } from "../tree/selection.ts";
import type { StagedSource } from "./fetch_source.ts";
import type { SetupPlan, SourcePlan } from "./plan_setup.ts";

/** What of the plan came true. */
export interface Outcome {
  readonly plan: SetupPlan;
  /** Sources that were fetched and verified. */
  readonly staged: ReadonlyMap<SourceId, StagedSource>;
}

/**
 * The blocks of the committed lock after the run (contract section 4): first
 * pins are added, pruned blocks go, absent keys are filled in once the bytes
 * matched the pin. The same outcome gives the same blocks on every machine.
 */
export function nextBlocks(
  current: readonly LockBlock[],
  { plan, staged }: Outcome,
): readonly LockBlock[] {
  const blocks = new Map(current.map((block) => [block.id, block]));
  for (const id of plan.prune) blocks.delete(id);
  for (const item of plan.sources) {
    if (!item.updatesLock) continue;
    const { source, block } = item;
    const content = staged.get(source.id)?.content ??
      (item.action === "keep" ? block?.content : undefined);
    // A fetch that failed leaves the block as it was.
    if (content === undefined && source.pin.method !== "git-branch") continue;
    if (item.action !== "keep" && !staged.has(source.id)) continue;
    // The signer of the old bytes says nothing of new ones.
    const signer = staged.get(source.id)?.signer ??
      (item.action === "move" ? undefined : block?.signer);
    blocks.set(
      source.id,
      blockOf(
        source,
        {
          selection: SELECTION_RULE,
          ...(content === undefined ? {} : { content }),
          ...(signer === undefined ? {} : { signer }),
        },
        block,
      ),
    );
  }
  return [...blocks.values()];
}

/** What the local lock needs beside the outcome. */
export interface LocalFacts {
  readonly local: LocalLock | undefined;
  /** Names of the linked skills by source. */
  readonly linked: ReadonlyMap<SourceId, readonly string[]>;
  /** The checkout's `--agents` choice, already merged with an earlier one. */
  readonly agents: readonly string[] | undefined;
  /** Now, ISO 8601 UTC, whole seconds. */
  readonly now: string;
}

/** The local lock after the run. */
export function nextLocalLock(
  { plan, staged }: Outcome,
  { local, linked, agents, now }: LocalFacts,
): LocalLock {
  const blocks = new Map(
    (local?.blocks ?? []).map((block) => [block.id, block]),
  );
  for (const id of plan.prune) {
    const block = blocks.get(id);
    // A linked worktree asks this lock what the snapshot is that stays for it.
    if (block !== undefined && plan.spared?.has(id)) {
      blocks.set(id, { ...block, skills: [] });
    } else blocks.delete(id);
  }
  for (const item of plan.sources) {
    const block = localBlock(item, staged.get(item.source.id), now) ??
      (item.action === "keep"
        ? ofPin(blocks.get(item.source.id), item) ?? rebuilt(item, now)
        : undefined);
    if (block === undefined) continue;
    const skills = linked.get(item.source.id) ?? [];
    blocks.set(item.source.id, {
      ...block,
      ...(block.content === undefined && item.action === "keep" &&
          item.block?.content !== undefined
        ? { content: item.block.content }
        : {}),
      skills,
    });
  }
  return {
    blocks: [...blocks.values()],
    ...(agents === undefined ? {} : { agents }),
  };
}

function localBlock(
  { source }: SourcePlan,
  staged: StagedSource | undefined,
  now: string,
): LocalBlock | undefined {
  if (staged === undefined) return undefined;
  return {
    id: source.id,
    method: source.pin.method,
    url: source.pin.url,
    ref: source.pin.ref,
    ...(staged.commit === undefined ? {} : { fetchedCommit: staged.commit }),
    ...(staged.sha512 === undefined ? {} : { fetchedSha512: staged.sha512 }),
    fetchedAt: now,
    content: staged.content,
  };
}

/** The block, unless it tells of another pin than the intact snapshot has. */
function ofPin(
  block: LocalBlock | undefined,
  { source: { pin }, block: locked }: SourcePlan,
): LocalBlock | undefined {
  const facts = [
    [block?.method, pin.method],
    [block?.url, pin.url],
    [block?.ref, pin.ref],
    [block?.fetchedCommit, pin.method === "git-tag" ? pin.commit : undefined],
    [block?.fetchedSha512, pin.method === "svn-zip" ? pin.sha512 : undefined],
    [block?.content, locked?.content],
  ];
  const other = facts.some(([here, there]) =>
    here !== undefined && there !== undefined && here !== there
  );
  return other ? undefined : block;
}

/** The block of an intact snapshot whose own block was lost, or is of another pin. */
function rebuilt({ source }: SourcePlan, now: string): LocalBlock {
  const { pin } = source;
  return {
    id: source.id,
    method: pin.method,
    url: pin.url,
    ref: pin.ref,
    ...(pin.method === "git-tag" ? { fetchedCommit: pin.commit } : {}),
    ...(pin.method === "svn-zip" ? { fetchedSha512: pin.sha512 } : {}),
    fetchedAt: now,
  };
}
