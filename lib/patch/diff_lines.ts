import { type ChangeObject, diffArrays } from "diff";
import { MAX_DIFF_EDITS } from "../base/limits.ts";
import type { StepBudget } from "./step_budget.ts";

/** Lines `oldStart` to `oldEnd` become lines `newStart` to `newEnd`; counted from 0, ends excluded. */
export interface LineChange {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** Thrown through the library when the budget is spent. */
class BudgetSpent extends Error {}

/**
 * The changes that turn the lines `before` into the lines `after`, in order
 * and never touching: fewest lines as long as the search stays within `budget`
 * and {@linkcode MAX_DIFF_EDITS}, else all between the first and the last
 * difference as one change. Two files built to share many lines in many orders
 * would otherwise cost the product of their lengths. No clock is asked, so
 * equal input gives equal output on every machine.
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
): LineChange[] {
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < shorter - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) tail++;
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  if (head === oldEnd && head === newEnd) return [];
  const whole = { oldStart: head, oldEnd, newStart: head, newEnd };
  const kept = commonLines(before, after, whole, budget);
  return kept === undefined ? [whole] : between(kept, whole);
}

/** Pairs of lines that stay, in order; `undefined` when the search was given up. */
function commonLines(
  before: readonly string[],
  after: readonly string[],
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
  budget: StepBudget,
): Iterable<readonly [number, number]> | undefined {
  // A line of one side alone is changed whatever the search finds: leaving
  // such lines out keeps a rewritten file from costing the square of its size.
  const ids = new Map<string, number>();
  for (let i = oldStart; i < oldEnd; i++) ids.set(before[i]!, -1);
  const newAt: number[] = [];
  const newIds: number[] = [];
  let shared = 0;
  for (let i = newStart; i < newEnd; i++) {
    let id = ids.get(after[i]!);
    if (id === undefined) continue;
    if (id < 0) ids.set(after[i]!, id = shared++);
    newAt.push(i);
    newIds.push(id);
  }
  const oldAt: number[] = [];
  const oldIds: number[] = [];
  for (let i = oldStart; i < oldEnd; i++) {
    const id = ids.get(before[i]!)!;
    if (id < 0) continue;
    oldAt.push(i);
    oldIds.push(id);
  }
  const parts = search(oldIds, newIds, budget);
  return parts && pairs(parts, oldAt, newAt);
}

/** What the library tells about a run of lines. */
type Part = Pick<ChangeObject<number[]>, "added" | "removed" | "count">;

function search(
  oldIds: number[],
  newIds: number[],
  budget: StepBudget,
): Part[] | undefined {
  try {
    return diffArrays(oldIds, newIds, {
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
    else for (let i = 0; i < count; i++) yield [oldAt[old++]!, newAt[now++]!];
  }
}

/** What lies between the lines that stay. */
function between(
  kept: Iterable<readonly [number, number]>,
  { oldStart, oldEnd, newStart, newEnd }: LineChange,
): LineChange[] {
  const changes: LineChange[] = [];
  let old = oldStart;
  let now = newStart;
  const changed = (oldLine: number, newLine: number) => {
    if (oldLine === old && newLine === now) return;
    changes.push({
      oldStart: old,
      oldEnd: oldLine,
      newStart: now,
      newEnd: newLine,
    });
  };
  for (const [oldLine, newLine] of kept) {
    changed(oldLine, newLine);
    old = oldLine + 1;
    now = newLine + 1;
  }
  changed(oldEnd, newEnd);
  return changes;
}
