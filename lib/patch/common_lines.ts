import { type ChangeObject, diffArrays } from "diff";
import { MAX_DIFF_EDITS } from "../base/limits.ts";
import type { LineChange } from "./line_change.ts";
import type { LineIds } from "./line_ids.ts";
import type { StepBudget } from "./step_budget.ts";

/** What the library tells about a run of lines. */
type Part = Pick<ChangeObject<number[]>, "added" | "removed" | "count">;

/** Thrown through the library when the budget is spent. */
class BudgetSpent extends Error {}

/**
 * As many pairs of equal lines as there can be inside `range` without crossing,
 * in order: line numbers of the old and the new file. `undefined` when that
 * takes more than `budget` or more than {@linkcode MAX_DIFF_EDITS} changes.
 */
export function commonLines(
  ids: LineIds,
  range: LineChange,
  budget: StepBudget,
): Iterable<readonly [number, number]> | undefined {
  // A line of one side alone changes whatever the search finds: leaving such
  // lines out keeps a rewritten file from costing the square of its size.
  const { oldStart, oldEnd, newStart, newEnd } = range;
  const inOld = new Uint8Array(ids.count);
  const inNew = new Uint8Array(ids.count);
  for (let i = oldStart; i < oldEnd; i++) inOld[ids.old[i]!] = 1;
  for (let i = newStart; i < newEnd; i++) inNew[ids.new[i]!] = 1;
  const oldAt = linesIn(inNew, ids.old, oldStart, oldEnd);
  const newAt = linesIn(inOld, ids.new, newStart, newEnd);
  const parts = search(
    oldAt.map((i) => ids.old[i]!),
    newAt.map((i) => ids.new[i]!),
    budget,
  );
  return parts && pairs(parts, oldAt, newAt);
}

/** The lines from `start` to `end` that the other side has too. */
function linesIn(
  other: Uint8Array,
  ids: readonly number[],
  start: number,
  end: number,
): number[] {
  const found: number[] = [];
  for (let i = start; i < end; i++) if (other[ids[i]!] === 1) found.push(i);
  return found;
}

function search(
  old: number[],
  now: number[],
  budget: StepBudget,
): Part[] | undefined {
  try {
    return diffArrays(old, now, {
      maxEditLength: MAX_DIFF_EDITS,
      comparator: (left, right) => {
        if (!budget.take()) throw new BudgetSpent();
        return left === right;
      },
    });
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

function* pairs(
  parts: readonly Part[],
  oldAt: readonly number[],
  newAt: readonly number[],
): Generator<readonly [number, number]> {
  let old = 0;
  let now = 0;
  for (const { added, removed, count } of parts) {
    if (added) now += count;
    else if (removed) old += count;
    else {
      for (let i = 0; i < count; i++) yield [oldAt[old++]!, newAt[now++]!];
    }
  }
}
