import type { SourceId } from "../base/ids.ts";
import type { LocalLock, LockBlock } from "../lock/model.ts";
import { serializeCommittedLock } from "../lock/serialize_committed_lock.ts";
import { serializeLocalLock } from "../lock/serialize_local_lock.ts";
import { fingerprint } from "../store/atomic_write.ts";
import type { Step, WrittenFile } from "../store/journal.ts";
import {
  COMMITTED_LOCK,
  GITIGNORE,
  LOCAL_LOCK,
  type TrustListPath,
} from "../store/paths.ts";
import type { LinkPlan } from "../wiring/link_plan.ts";
import type { StagedSource } from "./fetch_source.ts";

/** All that a run has decided, as far as it changes files. */
export interface Decided {
  /** Its pins were edited; absent where the trust list stays as it is. */
  readonly trustList?: TrustListChange | undefined;
  /**
   * The committed lock is written before the snapshots are placed: where pins
   * move, a run that is killed in between then leaves old, intact bytes and a
   * lock by which the next run can finish from what was staged. Otherwise it
   * would leave new bytes that nothing vouches for.
   */
  readonly lockFirst?: boolean;
  /** Name of the staging folder below `.state/`. */
  readonly staging: string;
  readonly staged: Iterable<StagedSource>;
  readonly prune: readonly SourceId[];
  readonly links: LinkPlan;
  readonly gitignore: FileChange;
  /** `undefined`: the committed lock is not written. */
  readonly committed: {
    readonly blocks: readonly LockBlock[];
    readonly previous: readonly LockBlock[];
    readonly current: Uint8Array | undefined;
  } | undefined;
  /** `undefined`: the local lock is not written. */
  readonly local: {
    readonly lock: LocalLock;
    readonly current: Uint8Array | undefined;
  } | undefined;
}

/** The trust list's path and its bytes now and afterwards. */
export interface TrustListChange extends FileChange {
  readonly file: TrustListPath;
}

/** A file's bytes now and afterwards; `next` undefined: unchanged. */
export interface FileChange {
  readonly current: Uint8Array | undefined;
  readonly next: Uint8Array | undefined;
}

/**
 * The steps of an installation in the order that keeps every moment between
 * two of them honest (contract section 6): links that go, snapshots, ignore
 * lines, links that come, committed lock, local lock. Where pins move, trust list
 * and committed lock come first.
 */
export function composeSteps(decided: Decided): Step[] {
  const { links, committed, local, staging } = decided;
  const steps: Step[] = [];
  const { trustList, lockFirst = false } = decided;
  if (trustList !== undefined) {
    steps.push(...write(trustList.file, trustList));
  }
  // Blocks that are the same objects are not written again: a lock that other
  // tools laid out differently stays byte for byte as it is.
  const lock = committed === undefined || sameBlocks(committed)
    ? []
    : write(COMMITTED_LOCK, {
      current: committed.current,
      next: encode(serializeCommittedLock({ blocks: committed.blocks })),
    });
  if (lockFirst) steps.push(...lock);
  for (const { path, text } of links.remove) {
    steps.push({ step: "unlink", path: path, text });
  }
  for (const id of decided.prune) steps.push({ step: "retire", id });
  for (const { source, content } of decided.staged) {
    steps.push({ step: "place", id: source.id, staging, content });
  }
  steps.push(...write(GITIGNORE, decided.gitignore));
  for (const { path, text } of [...links.rewrite, ...links.create]) {
    steps.push({ step: "link", path: path, text });
  }
  if (!lockFirst) steps.push(...lock);
  if (
    local !== undefined &&
    (local.lock.blocks.length > 0 || local.current !== undefined)
  ) {
    const next = encode(serializeLocalLock(local.lock));
    steps.push(...write(LOCAL_LOCK, { current: local.current, next }));
  }
  return steps;
}

function sameBlocks(
  { blocks, previous }: {
    readonly blocks: readonly LockBlock[];
    readonly previous: readonly LockBlock[];
  },
): boolean {
  return blocks.length === previous.length &&
    blocks.every((block, at) => block === previous[at]);
}

function write(file: WrittenFile, change: FileChange): Step[] {
  const { current, next } = change;
  if (next === undefined || fingerprint(current) === fingerprint(next)) {
    return [];
  }
  return [{ step: "write", file, over: fingerprint(current), bytes: next }];
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
