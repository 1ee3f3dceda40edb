import { ChangedLines } from "./changed_lines.ts";
import { commonLines } from "./common_lines.ts";
import type { LineChange } from "./line_change.ts";
import { lineIds } from "./line_ids.ts";
import { slideGroups } from "./slide_groups.ts";
import type { StepBudget } from "./step_budget.ts";

/**
 * The changes that turn the lines `before` into the lines `after`, in order
 * and never touching: fewest lines as long as the search stays within `budget`
 * and `MAX_DIFF_EDITS`, else all between the first and the last difference as
 * one change. Two files built to share many lines in many orders would
 * otherwise cost the product of their lengths. No clock is asked, so equal
 * input gives equal output on every machine.
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
): LineChange[] {
  const ids = lineIds(before, after);
  const whole = difference(ids.old, ids.new);
  if (whole === undefined) return [];
  const kept = commonLines(ids, whole, budget);
  if (kept === undefined) return [whole];
  const old = new ChangedLines(before, ids.old);
  const now = new ChangedLines(after, ids.new);
  let { oldStart, newStart } = whole;
  for (const [oldLine, newLine] of kept) {
    old.mark(oldStart, oldLine);
    now.mark(newStart, newLine);
    [oldStart, newStart] = [oldLine + 1, newLine + 1];
  }
  old.mark(oldStart, whole.oldEnd);
  now.mark(newStart, whole.newEnd);
  slideGroups(old, now, budget);
  slideGroups(now, old, budget);
  return groups(old, now);
}

/** From the first difference to the last. */
function difference(
  before: readonly number[],
  after: readonly number[],
): LineChange | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (
    Math.min(oldEnd, newEnd) > start && before[oldEnd - 1] === after[newEnd - 1]
  ) {
    oldEnd--;
    newEnd--;
  }
  return oldEnd === start && newEnd === start
    ? undefined
    : { oldStart: start, oldEnd, newStart: start, newEnd };
}

function groups(old: ChangedLines, now: ChangedLines): LineChange[] {
  const changes: LineChange[] = [];
  old.first();
  now.first();
  do {
    if (old.empty && now.empty) continue;
    changes.push({
      oldStart: old.start,
      oldEnd: old.end,
      newStart: now.start,
      newEnd: now.end,
    });
  } while (old.next() && now.next());
  return changes;
}
