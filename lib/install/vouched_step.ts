import { ConfigError, HostError } from "../base/errors.ts";
import { MAX_LOCK_BYTES } from "../base/limits.ts";
import { deepEqual } from "../lock/deep_equal.ts";
import type { LocalBlock, LockBlock } from "../lock/model.ts";
import { parseCommittedLock } from "../lock/parse_committed_lock.ts";
import { parseLocalLock } from "../lock/parse_local_lock.ts";
import { readRegular } from "../repository/read_regular.ts";
import type { Step } from "../store/journal.ts";
import {
  COMMITTED_LOCK,
  GITIGNORE,
  LOCAL_LOCK,
  TRUST_LIST_PATHS,
} from "../store/paths.ts";

/** What the locks say before a journal is followed. */
export interface LockedFacts {
  readonly committed: ReadonlyMap<string, LockBlock>;
  readonly local: ReadonlyMap<string, LocalBlock>;
}

/** Reads both locks; one that cannot be read vouches for nothing. */
export function lockedFacts(root: string): LockedFacts {
  const read = (path: string) => {
    try {
      return readRegular(root, path, MAX_LOCK_BYTES);
    } catch (error) {
      if (error instanceof ConfigError) return undefined;
      throw error;
    }
  };
  const local = parseLocalLock(read(LOCAL_LOCK), LOCAL_LOCK).lock?.blocks ?? [];
  return {
    committed: byId(committedBlocks(read(COMMITTED_LOCK)) ?? []),
    local: byId(local),
  };
}

/**
 * Whether recovery may do a step of a journal. A journal lies where whoever
 * edits a snapshot can write, so it must not make edited bytes the locked
 * ones: it places and locks only the content that the locks name already.
 * `.gitignore` is left to the fresh plan, and no journal edits the trust list.
 *
 * @throws {HostError} `interrupted-run` for what nothing vouches for.
 */
export function vouchedStep(step: Step, facts: LockedFacts): boolean {
  switch (step.step) {
    case "place":
      if (step.content === facts.committed.get(step.id)?.content) return true;
      throw unvouched(`what it fetched of ${step.id}`);
    case "write":
      if (step.file === GITIGNORE || isTrustList(step.file)) return false;
      if (isVouched(step, facts)) return true;
      throw unvouched(`what it was about to write to ${step.file}`);
    default:
      return true;
  }
}

function isVouched(
  { file, bytes }: Extract<Step, { step: "write" }>,
  { committed, local }: LockedFacts,
): boolean {
  if (file === COMMITTED_LOCK) {
    const blocks = committedBlocks(bytes ?? undefined);
    return blocks?.every((block) =>
      deepEqual(withoutLine(block), withoutLine(committed.get(block.id)))
    ) ?? false;
  }
  // Without a local lock nothing is vouched for: it is rebuilt.
  if (bytes === null) return true;
  return parseLocalLock(bytes, file).lock?.blocks.every(({ id, content }) =>
    content === undefined || content === committed.get(id)?.content ||
    content === local.get(id)?.content
  ) ?? false;
}

function isTrustList(file: string): boolean {
  return TRUST_LIST_PATHS.some((path) => path === file);
}

function committedBlocks(
  bytes: Uint8Array | undefined,
): readonly LockBlock[] | undefined {
  try {
    return bytes && parseCommittedLock(bytes, COMMITTED_LOCK).blocks;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function withoutLine(block: LockBlock | undefined) {
  return block && { ...block, line: undefined };
}

function byId<T extends { readonly id: string }>(
  blocks: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(blocks.map((block) => [block.id, block]));
}

function unvouched(what: string): HostError {
  return new HostError(
    "interrupted-run",
    `${what} is not what the committed lock says, so nothing vouches for it`,
  );
}
