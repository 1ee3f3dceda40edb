import type { Finding } from "../base/finding.ts";
import type { SourceId } from "../base/ids.ts";
import { beyondThisVersion } from "../install/beyond_this_version.ts";
import type { SourceFacts, SourcePlan } from "../install/plan_setup.ts";
import { diffLock } from "../lock/diff_lock.ts";
import type { ResolvedSource } from "../trust/model.ts";

/** What `upgrade` does to each source, and why not more. */
export interface UpgradePlan {
  /** In trust-list order. */
  readonly sources: readonly SourcePlan[];
  readonly findings: readonly Finding[];
}

/**
 * Plans `upgrade`: a chosen source moves to its wish where that is not what
 * the lock says, and is restored where its bytes are not; all others stay
 * exactly as they are. Nothing is pruned. A branch that the lock names already
 * is kept here: whether it moved, only its server knows.
 *
 * @param wishes what each chosen source shall be; sources without one stay
 */
export function planUpgrade(
  facts: readonly SourceFacts[],
  wishes: ReadonlyMap<SourceId, ResolvedSource>,
): UpgradePlan {
  const findings: Finding[] = [];
  const sources = facts.map((fact): SourcePlan => {
    const wish = wishes.get(fact.source.id);
    const unable = wish && beyondThisVersion(wish, fact.block);
    if (unable !== undefined) findings.push(unable);
    if (
      wish === undefined || unable !== undefined || fact.block === undefined
    ) {
      return { ...fact, action: "leave", updatesLock: false };
    }
    const wished = { ...fact, source: wish };
    if (differs(wished)) return moving(wished);
    return { ...wished, action: STAYING[fact.snapshot], updatesLock: false };
  });
  return { sources, findings };
}

const STAYING = {
  missing: "restore",
  intact: "keep",
  outdated: "restore",
  unverified: "restore",
  edited: "repair",
} as const;

/** The plan that moves a source. */
export function moving(fact: SourceFacts): SourcePlan {
  return { ...fact, action: "move", updatesLock: true };
}

function differs({ source, block }: SourceFacts): boolean {
  return block !== undefined &&
    diffLock(source, block).differences.some(({ kind }) => kind !== "absent");
}
