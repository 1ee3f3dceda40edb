import type { SourceId } from "../base/ids.ts";
import type { SourceFacts, SourcePlan } from "../install/plan_setup.ts";
import { diffLock } from "../lock/diff_lock.ts";
import type { ResolvedSource } from "../trust/model.ts";

/**
 * What `upgrade` does to each source: a chosen one moves to its wish where
 * that is not what the lock says, and is restored where its bytes are not; all
 * others stay exactly as they are. Nothing is pruned.
 *
 * @param wishes what each chosen source shall be; sources without one stay
 */
export function planUpgrade(
  facts: readonly SourceFacts[],
  wishes: ReadonlyMap<SourceId, ResolvedSource>,
): SourcePlan[] {
  return facts.map((fact): SourcePlan => {
    const wish = wishes.get(fact.source.id);
    if (wish === undefined || fact.block === undefined) {
      return { ...fact, action: "leave", updatesLock: false };
    }
    const wished = { ...fact, source: wish };
    if (moves(wished)) return { ...wished, action: "move", updatesLock: true };
    return {
      ...wished,
      action: fact.snapshot === "intact"
        ? "keep"
        : fact.snapshot === "edited"
        ? "repair"
        : "restore",
      updatesLock: false,
    };
  });
}

/** A branch has no anchor that could say that it did not move. */
function moves({ source, block }: SourceFacts): boolean {
  return source.pin.method === "git-branch" || block !== undefined &&
      diffLock(source, block).differences.some(({ kind }) =>
        kind === "pin" || kind === "loosened" || kind === "tightened"
      );
}
