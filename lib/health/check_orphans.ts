import type { Adopter } from "../adopter/load_adopter.ts";
import { worktreeLocks, worktreeThatNames } from "../adopter/worktree_locks.ts";
import type { Finding } from "../base/finding.ts";
import { COMMITTED_LOCK, SNAPSHOTS } from "../store/paths.ts";
import { snapshotsOnDisk } from "../store/snapshots_folder.ts";

/**
 * Lock blocks and snapshots that no entry of the trust list names. What the
 * main checkout holds beside is no business of a linked worktree.
 */
export function checkOrphans(adopter: Adopter): Finding[] {
  const { trust, locks, root } = adopter;
  const named = new Set<string>([
    ...trust.sources.map(({ id }) => id),
    ...trust.refused.map(({ id }) => id),
  ]);
  const finding = (id: string, where: string, line?: number): Finding => ({
    rule: "untrusted-source",
    level: "error",
    source: id,
    path: where,
    ...(line === undefined ? {} : { line }),
    message: `${id} stands in ${where}, but the trust list does not name it`,
    // Without a trust list `setup` removes nothing.
    fix: adopter.trustList === undefined
      ? "restore the trust list, or run skill-sources unadopt"
      : "skill-sources setup",
  });
  const onDisk = adopter.snapshotsRoot === root
    ? snapshotsOnDisk(root).filter((id) => !named.has(id))
    : [];
  const worktrees = onDisk.length === 0
    ? []
    : worktreeLocks(adopter.repository);
  return [
    ...(locks.committed?.blocks ?? [])
      .filter(({ id }) => !named.has(id))
      .map(({ id, line }) => finding(id, COMMITTED_LOCK, line)),
    ...onDisk.map((id): Finding => {
      const found = finding(id, `${SNAPSHOTS}/${id}`);
      const worktree = worktreeThatNames(
        worktrees,
        id,
        locks.local?.blocks.find((block) => block.id === id),
      );
      if (worktree === undefined) return found;
      const { fix: _, ...rest } = found;
      return {
        ...rest,
        level: "note",
        message:
          `${id} stays in ${SNAPSHOTS} for the linked worktree ${worktree}, whose lock names it`,
      };
    }),
  ];
}
