import { UsageError } from "../base/errors.ts";
import type { Repository } from "../repository/repository.ts";

/**
 * Refuses a linked worktree: snapshots and locks belong to the main checkout
 * (R004-9, contract section 6).
 *
 * @throws {UsageError} `linked-worktree`, which says where to run.
 */
export function requireMainCheckout(
  repository: Repository,
  command: string,
): void {
  if (repository.kind !== "linked-worktree") return;
  const where = repository.mainRoot;
  throw new UsageError(
    "linked-worktree",
    `${repository.root} is a linked worktree; run ${command} in the main checkout${
      where === undefined ? "" : ` ${where}`
    }`,
    where === undefined ? {} : { fix: `skill-sources ${command} -C ${where}` },
  );
}
