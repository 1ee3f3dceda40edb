import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { SourcePlan } from "./plan_setup.ts";

/**
 * Why a trusted source is not linked in a linked worktree, and what to do in
 * which checkout. `setup` would fetch it; a worktree never does.
 */
export function unlinkableFinding(
  adopter: Adopter,
  { source, block, snapshot }: SourcePlan,
): Finding {
  const { snapshotsRoot: main, locks } = adopter;
  const { id } = source;
  const setup = `skill-sources setup -C ${main}`;
  const finding = (
    rule: Finding["rule"],
    message: string,
    fix: string,
  ): Finding => ({
    rule,
    level: "error",
    source: id,
    path: `${SNAPSHOTS}/${id}`,
    message: `${id} is not linked in this worktree: ${message}`,
    fix,
  });
  if (block === undefined) {
    return finding(
      "pin-missing",
      "its committed lock has no block of it, and only setup in the main checkout pins a source; bring the entry and the lock of one branch to the other",
      `merge the entry into the branch of ${main}, run ${setup}, and merge the lock back`,
    );
  }
  switch (snapshot) {
    case "missing":
      return finding(
        "snapshot-missing",
        `the main checkout ${main} has no snapshot of it`,
        setup,
      );
    case "outdated": {
      const there = locks.local?.blocks.find((local) => local.id === id);
      return finding(
        "drift",
        `this worktree's lock has ${
          printable(block.pin.ref)
        }, and the main checkout ${main} has fetched ${
          there === undefined ? "another pin" : printable(there.ref)
        } or another content`,
        `bring both branches to one pin (merge one into the other) and run ${setup}`,
      );
    }
    case "edited":
      return finding(
        "snapshot-tampered",
        `its snapshot in the main checkout ${main} was edited`,
        setup,
      );
    case "unverified":
      return finding(
        "snapshot-unverified",
        `no local lock of the main checkout ${main} says what its snapshot is`,
        setup,
      );
    case "intact":
      return finding(
        "signature-required",
        "it demands a signature that the committed lock does not show to have been verified",
        setup,
      );
  }
}
