import { requireUntracked } from "../adopter/require_untracked.ts";
import type { Finding } from "../base/finding.ts";
import { readTrackedPaths } from "../repository/index_file.ts";
import type { Repository } from "../repository/repository.ts";
import type { Ui } from "../report/ui.ts";
import { takeRunLock } from "../store/run_lock.ts";
import { recover } from "./recover.ts";

/** A run that holds the run lock until it is disposed of. */
export interface Run extends Disposable {
  /** Whether the snapshots folder was made for the lock. */
  readonly madeFolder: boolean;
  /** What was found of an earlier run that was interrupted. */
  readonly recovered: readonly Finding[];
}

/**
 * Begins a run that may write: takes the run lock, which keeps every other run
 * waiting, and finishes what a killed one had begun.
 *
 * @throws {ConfigError} `tracked-generated`: a journal that came with a commit
 * must never be taken for one that this checkout wrote.
 * @throws {HostError} `run-locked` when another run does not end in time.
 */
export async function beginRun(
  repository: Repository,
  { signal, ui }: { readonly signal: AbortSignal; readonly ui: Ui },
): Promise<Run> {
  const { root } = repository;
  requireUntracked(readTrackedPaths(repository));
  const lock = await takeRunLock(root, {
    signal,
    waiting: () => ui.progress("waiting for another run to end"),
  });
  try {
    return {
      madeFolder: lock.madeFolder,
      recovered: recover(root, { follow: repository.kind !== "no-git" }),
      [Symbol.dispose]: () => lock[Symbol.dispose](),
    };
  } catch (error) {
    lock[Symbol.dispose]();
    throw error;
  }
}
