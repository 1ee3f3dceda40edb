import { ConfigError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
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
  // In any case, a long s too: some disks take `.Apache-Magpie-Sources` for our
  // folder.
  const dotted = tracked.below(".");
  for (const path of [LOCAL_LOCK, SNAPSHOTS]) {
    const committed = dotted.find((name) => {
      const folded = name.normalize("NFKC").toLowerCase();
      return folded === path || folded.startsWith(`${path}/`);
    });
    if (committed === undefined) continue;
    throw new ConfigError(
      "tracked-generated",
      `git tracks ${
        printable(committed)
      }, which is generated in each checkout and is not read from a commit; run git rm -r --cached ${
        printable(committed.slice(0, path.length))
      } and commit`,
      {
        path: committed,
        fix: `git rm -r --cached ${committed.slice(0, path.length)}`,
      },
    );
  }
}
