import { SkillSourcesError } from "../base/errors.ts";
import { MAX_LOCK_BYTES } from "../base/limits.ts";
import type { LocalBlock, LockBlock } from "../lock/model.ts";
import { parseCommittedLock } from "../lock/parse_committed_lock.ts";
import { listWorktrees } from "../repository/list_worktrees.ts";
import { readRegular } from "../repository/read_regular.ts";
import type { Repository } from "../repository/repository.ts";
import { COMMITTED_LOCK } from "../store/paths.ts";
import { isOfPin } from "./source_state.ts";

/** The committed lock of a linked worktree. */
export interface WorktreeLock {
  /** Folder of the worktree, absolute. */
  readonly path: string;
  /** `undefined`: it cannot be read, as in the middle of a merge. */
  readonly blocks: readonly LockBlock[] | undefined;
}

/** The committed locks of the linked worktrees that stand and have one. */
export function worktreeLocks(main: Repository): WorktreeLock[] {
  return listWorktrees(main)
    .filter(({ standing }) => standing)
    .flatMap(({ path }): WorktreeLock[] => {
      try {
        const bytes = readRegular(path, COMMITTED_LOCK, MAX_LOCK_BYTES);
        if (bytes === undefined) return [];
        const { blocks } = parseCommittedLock(bytes, COMMITTED_LOCK);
        return [{ path, blocks }];
      } catch (error) {
        if (
          error instanceof SkillSourcesError ||
          error instanceof Deno.errors.PermissionDenied ||
          error instanceof Deno.errors.NotCapable
        ) return [{ path, blocks: undefined }];
        throw error;
      }
    });
}

/**
 * The first linked worktree whose committed lock names the snapshot of `id`
 * that the main checkout has: it is in use there, whatever the branch of the
 * main checkout says. A lock that cannot be read may name anything.
 *
 * @param local what the main checkout's local lock says of the snapshot
 */
export function worktreeThatNames(
  locks: readonly WorktreeLock[],
  id: string,
  local: LocalBlock | undefined,
): string | undefined {
  return locks.find(({ blocks }) =>
    blocks === undefined ||
    blocks.some((block) =>
      block.id === id && (local === undefined || isOfPin(local, block.pin))
    )
  )?.path;
}
