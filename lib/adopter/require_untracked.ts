import { ConfigError } from "../base/errors.ts";
import type { TrackedPaths } from "../repository/index_file.ts";
import { LOCAL_LOCK, SNAPSHOTS } from "../store/paths.ts";

/**
 * Refuses a checkout in which git tracks what only the checkout itself may
 * write. Whoever can commit a local lock, a listing or a journal could vouch
 * for bytes, or have them put where agents read; so nothing of it is opened
 * before this has passed (contract section 5, "Ignoring").
 *
 * @throws {ConfigError} `tracked-generated`
 */
export function requireUntracked(tracked: TrackedPaths): void {
  for (const path of [LOCAL_LOCK, SNAPSHOTS]) {
    const committed = tracked.has(path) ? path : tracked.below(`${path}/`)[0];
    if (committed === undefined) continue;
    throw new ConfigError(
      "tracked-generated",
      `git tracks ${committed}, which is generated in each checkout and is not read from a commit; run git rm -r --cached ${path} and commit`,
      { path: committed, fix: `git rm -r --cached ${path}` },
    );
  }
}
