import type { Finding } from "../base/finding.ts";
import { MAX_LOCK_BYTES } from "../base/limits.ts";
import type { CommittedLock, LocalLock } from "../lock/model.ts";
import { parseCommittedLock } from "../lock/parse_committed_lock.ts";
import { parseLocalLock } from "../lock/parse_local_lock.ts";
import { readRegular } from "../repository/read_regular.ts";
import type { TrackedPaths } from "../repository/index_file.ts";
import { COMMITTED_LOCK, LOCAL_LOCK } from "../store/paths.ts";
import { snapshotsOnDisk } from "../store/snapshots_folder.ts";
import { type AdopterFiles, workingTreeFiles } from "./adopter_files.ts";
import { requireUntracked } from "./require_untracked.ts";

/** Both locks as they stand. */
export interface LockFiles {
  /** `undefined`: there is no committed lock yet. */
  readonly committed: CommittedLock | undefined;
  readonly committedBytes: Uint8Array | undefined;
  /** `undefined`: missing, or broken and to be rebuilt. */
  readonly local: LocalLock | undefined;
  readonly localBytes: Uint8Array | undefined;
  readonly findings: readonly Finding[];
}

/** Where a linked worktree's local lock and snapshots are. */
export interface MainCheckout {
  /** Absolute path of the main checkout. */
  readonly root: string;
  /** What is tracked there. */
  readonly tracked: TrackedPaths;
}

/**
 * Reads both locks.
 *
 * @param files where the committed one is read
 * @param main of a linked worktree: its committed lock is its own, the local
 * one the main checkout's
 * @throws {ConfigError} `lock-invalid` when the committed lock does not parse
 * (it is never taken for empty), `tracked-generated` when git tracks what only
 * this checkout may write: whoever can commit it could vouch for bytes.
 */
export function readLocks(
  root: string,
  tracked: TrackedPaths,
  main?: MainCheckout,
  files: AdopterFiles = workingTreeFiles(root),
): LockFiles {
  requireUntracked(tracked);
  if (main !== undefined) requireUntracked(main.tracked);
  const localRoot = main?.root ?? root;
  const committedBytes = files.read(
    COMMITTED_LOCK,
    MAX_LOCK_BYTES,
    "lock-invalid",
  );
  const findings: Finding[] = [];
  const { bytes: localBytes, lock: local, broken } = readLocal(
    localRoot,
  );
  if (broken !== undefined) {
    findings.push({
      rule: "local-lock-rebuilt",
      level: "warning",
      path: LOCAL_LOCK,
      message: `${LOCAL_LOCK} cannot be read (${broken})`,
      fix: "skill-sources setup",
    });
  }
  // A fresh clone has none and no snapshots either; nothing was lost there.
  if (localBytes === undefined && snapshotsOnDisk(localRoot).length > 0) {
    findings.push({
      rule: "local-lock-rebuilt",
      level: "warning",
      path: LOCAL_LOCK,
      message: `${LOCAL_LOCK} is missing, though snapshots are there`,
      fix: "skill-sources setup",
    });
  }
  return {
    committed: committedBytes === undefined
      ? undefined
      : parseCommittedLock(committedBytes, COMMITTED_LOCK),
    committedBytes,
    local,
    localBytes,
    findings,
  };
}

function readLocal(root: string) {
  const bytes = readRegular(root, LOCAL_LOCK, MAX_LOCK_BYTES, "drift");
  if (bytes === undefined) return { bytes };
  const { lock, reason } = parseLocalLock(bytes, LOCAL_LOCK);
  return { bytes, lock, broken: lock === undefined ? reason : undefined };
}
