import type { Adopter } from "../adopter/load_adopter.ts";
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
  return [
    ...(locks.committed?.blocks ?? [])
      .filter(({ id }) => !named.has(id))
      .map(({ id, line }) => finding(id, COMMITTED_LOCK, line)),
    ...(adopter.snapshotsRoot === root ? snapshotsOnDisk(root) : [])
      .filter((id) => !named.has(id))
      .map((id) => finding(id, `${SNAPSHOTS}/${id}`)),
  ];
}
