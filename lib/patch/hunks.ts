import type { LineChange } from "./line_change.ts";
import type { Hunk, HunkLine } from "./file_patch.ts";
import { headingOf } from "./heading.ts";

/** Unchanged lines shown before and after a change, as git does. */
const CONTEXT = 3;

/** Groups `changes` into hunks with three lines of context around them. */
export function hunks(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): Hunk[] {
  const found: Hunk[] = [];
  let heading = "";
  let looked = 0;
  for (const group of groups(changes)) {
    const from = Math.max(0, group[0]!.oldStart - CONTEXT);
    for (; looked < from; looked++) {
      heading = headingOf(before[looked]!) ?? heading;
    }
    found.push(hunk(before, after, group, heading));
  }
  return found;
}

/** Changes whose context would touch or overlap stand in one hunk. */
function groups(changes: readonly LineChange[]): LineChange[][] {
  const found: LineChange[][] = [];
  let last: LineChange | undefined;
  for (const change of changes) {
    if (last && change.oldStart - last.oldEnd <= 2 * CONTEXT) {
      found.at(-1)!.push(change);
    } else found.push([change]);
    last = change;
  }
  return found;
}

function hunk(
  before: readonly string[],
  after: readonly string[],
  group: readonly LineChange[],
  heading: string,
): Hunk {
  const lines: HunkLine[] = [];
  const first = group[0]!;
  const lead = Math.min(CONTEXT, first.oldStart);
  const oldFrom = first.oldStart - lead;
  const newFrom = first.newStart - lead;
  let at = oldFrom;
  for (const change of group) {
    push(lines, " ", before, at, change.oldStart);
    push(lines, "-", before, change.oldStart, change.oldEnd);
    push(lines, "+", after, change.newStart, change.newEnd);
    at = change.oldEnd;
  }
  const end = Math.min(before.length, at + CONTEXT);
  push(lines, " ", before, at, end);
  const oldCount = end - oldFrom;
  const newCount = group.at(-1)!.newEnd + (end - at) - newFrom;
  return {
    oldStart: oldCount === 0 ? oldFrom : oldFrom + 1,
    oldCount,
    newStart: newCount === 0 ? newFrom : newFrom + 1,
    newCount,
    heading,
    lines,
  };
}

function push(
  lines: HunkLine[],
  sign: HunkLine["sign"],
  texts: readonly string[],
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) lines.push({ sign, text: texts[i]! });
}
