import type { ChangedLines } from "./changed_lines.ts";
import type { StepBudget } from "./step_budget.ts";

/**
 * Moves the groups of changed lines of one file to where people look for them.
 * A block between two equal lines may be said to begin with the one or to end
 * with the other: it goes beside a change of the other file, else behind an
 * empty line, else as far down as it can. Groups that meet become one. Stops
 * where it is when the budget is spent, which every state allows.
 */
export function slideGroups(
  file: ChangedLines,
  other: ChangedLines,
  budget: StepBudget,
): void {
  file.first();
  other.first();
  do {
    if (!file.empty && !slide(file, other, budget)) return;
  } while (file.next() && other.next());
}

/** False when the budget is spent. */
function slide(
  file: ChangedLines,
  other: ChangedLines,
  budget: StepBudget,
): boolean {
  let size: number;
  let best: number;
  do {
    size = file.end - file.start;
    while (file.up()) {
      other.previous();
      if (!budget.take()) return false;
    }
    best = rank(file, other);
    while (file.down()) {
      other.next();
      best = Math.max(best, rank(file, other));
      if (!budget.take()) return false;
    }
    // A group that has grown by another may have new ways to go.
  } while (file.end - file.start !== size);
  while (rank(file, other) < best && file.up()) {
    other.previous();
    if (!budget.take()) return false;
  }
  return true;
}

/** How well a group stands. */
function rank(file: ChangedLines, other: ChangedLines): number {
  if (!other.empty) return 2;
  return file.behindBlank ? 1 : 0;
}
