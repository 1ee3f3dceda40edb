import { workingTreeFiles } from "../adopter/adopter_files.ts";
import { type LockFiles, readLocks } from "../adopter/lock_files.ts";
import { sharedState } from "../adopter/shared_state.ts";
import type { SourceStateOptions } from "../adopter/source_state.ts";
import { readTrackedPaths } from "../repository/index_file.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import type { Repository } from "../repository/repository.ts";
import { removeLink } from "../wiring/remove_link.ts";
import { removableLinks, surveyLinks } from "./plan_wiring.ts";

/**
 * Whether the committed lock of a linked worktree names the snapshot of `id`
 * that the main checkout has: the main checkout moves on, and whatever is wrong
 * with an entry here, no link may follow it to what this lock does not name.
 *
 * @param snapshotsRoot the main checkout
 */
export function namesSnapshot(
  { committed, local }: LockFiles,
  id: string,
  snapshotsRoot: string,
  options: SourceStateOptions,
): boolean {
  const block = committed?.blocks.find((each) => each.id === id);
  if (block === undefined) return false;
  const fetched = local?.blocks.find((each) => each.id === id);
  const { state } = sharedState(snapshotsRoot, block, fetched, options);
  return state !== "outdated";
}

/**
 * Removes the links of a linked worktree that lead to what its own committed
 * lock does not name, where no trust list says more. Needs none of the files
 * that are read with it.
 *
 * @returns paths that went
 * @throws {ConfigError} when the lock cannot be read: it may name anything
 */
export function unlinkUnlocked(
  worktree: Repository,
  options: SourceStateOptions,
): string[] {
  const { root } = worktree;
  const main = mainCheckoutOf(worktree);
  const locks = readLocks(
    root,
    readTrackedPaths(worktree),
    { root: main.root, tracked: readTrackedPaths(main) },
    workingTreeFiles(root),
  );
  const sites = surveyLinks({ root, config: {}, repository: worktree }, {});
  const named = (locks.committed?.blocks ?? []).map(({ id }) => id)
    .filter((id) => namesSnapshot(locks, id, main.root, options));
  const links = removableLinks(sites, new Set<string>(named));
  for (const { path, text } of links) removeLink(root, path, text);
  return links.map(({ path }) => path);
}
