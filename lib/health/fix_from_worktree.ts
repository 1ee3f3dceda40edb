import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";

const SETUP = "skill-sources setup";

/** Faults of committed files: `setup` would mend them, but never in a worktree. */
const OF_THE_BRANCH: ReadonlySet<RuleName> = new Set<RuleName>([
  "drift",
  "pin-changed",
  "pin-missing",
  "signature-required",
  "untrusted-source",
]);

/**
 * The finding as it has to be read in a linked worktree, where `setup` refuses:
 * its advice names the main checkout. In any other checkout it is unchanged.
 */
export function fixFromWorktree(
  { repository, snapshotsRoot }: Adopter,
  finding: Finding,
): Finding {
  if (repository.kind !== "linked-worktree" || finding.fix !== SETUP) {
    return finding;
  }
  const setup = `${SETUP} -C ${snapshotsRoot}`;
  return {
    ...finding,
    fix: OF_THE_BRANCH.has(finding.rule)
      ? `bring both branches to one trust list and lock (merge one into the other) and run ${setup}`
      : setup,
  };
}
