import { ConfigError } from "../base/errors.ts";
import { findRepository } from "./find_repository.ts";
import type { WorktreePlace } from "./list_worktrees.ts";
import { mainCheckoutOf } from "./main_checkout_of.ts";
import type { Repository } from "./repository.ts";

/**
 * The linked worktree at a place that the main repository names, when what
 * stands there is that worktree: a folder may have been replaced by another
 * repository, or lie among snapshots.
 *
 * @throws {ConfigError} when it is not.
 */
export function openWorktree(
  main: Repository,
  place: WorktreePlace,
): Repository {
  const worktree = findRepository(place.path);
  if (
    worktree.root === place.path && worktree.kind === "linked-worktree" &&
    worktree.gitDir === place.gitDir &&
    mainCheckoutOf(worktree).root === main.root
  ) return worktree;
  throw new ConfigError(
    "main-checkout-unknown",
    `${place.path} is not the linked worktree that ${place.gitDir} names; run git worktree repair`,
    { path: place.path, fix: "git worktree repair" },
  );
}
