import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_FILE_DIFF_STEPS } from "../../lib/base/limits.ts";
import { diffLines } from "../../lib/patch/diff_lines.ts";
import type { LineChange } from "../../lib/patch/line_change.ts";
import { StepBudget } from "../../lib/patch/step_budget.ts";

/** The real budget, which tells how much of it was taken. */
class Meter extends StepBudget {
  steps = 0;
  override take(): boolean {
    const taken = super.take();
    if (taken) this.steps++;
    return taken;
  }
}

const texts = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n", "e"), {
  maxLength: 14,
});

Deno.test("the fewest lines change, and the rest is the same on both sides", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const changes = diffLines(before, after, new StepBudget());
      assert.deepEqual(applied(before, after, changes), after);
      const fewest = before.length + after.length -
        2 * longestCommon(before, after);
      assert.equal(size(changes), fewest);
      for (const [i, change] of changes.entries()) {
        assert.ok(size([change]) > 0);
        assert.ok(i === 0 || change.oldStart > changes[i - 1]!.oldEnd);
      }
    }),
    { numRuns: 500, seed: 11 },
  );
});

Deno.test("a budget that is spent gives one change, which is right all the same", () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(60), (before, after, steps) => {
      const changes = diffLines(before, after, new StepBudget(steps));
      assert.deepEqual(applied(before, after, changes), after);
    }),
    { numRuns: 300, seed: 12 },
  );
});

Deno.test("runs that match everywhere cost no more steps than a file may take", () => {
  const [before, after] = [runs(4000, 1), runs(4000, 2)];
  const meter = new Meter();
  const changes = diffLines(before, after, meter);
  assert.equal(changes.length, 1);
  assert.equal(meter.steps, MAX_FILE_DIFF_STEPS);
  assert.deepEqual(applied(before, after, changes), after);
});

Deno.test("a shuffled file is replaced: the memory of the search is bounded too", () => {
  const before = Array.from({ length: 4000 }, (_, i) => `${i}\n`);
  const after = before.toReversed();
  const meter = new Meter();
  assert.deepEqual(diffLines(before, after, meter), [
    { oldStart: 0, oldEnd: 4000, newStart: 0, newEnd: 4000 },
  ]);
  assert.ok(meter.steps < MAX_FILE_DIFF_STEPS);
});

Deno.test("a file rewritten line by line costs no search", () => {
  const before = Array.from({ length: 50_000 }, (_, i) => `${i}\n`);
  const after = before.map((line, i) => i % 2 === 0 ? line : `new ${line}`);
  const meter = new Meter();
  const changes = diffLines(before, after, meter);
  assert.equal(changes.length, 25_000);
  assert.ok(meter.steps <= 50_000);
});

Deno.test("ten thousand hostile files share one budget", () => {
  const budget = new StepBudget(100, 60);
  const taken = Array.from({ length: 3 }, () => {
    budget.nextFile();
    let steps = 0;
    while (budget.take()) steps++;
    return steps;
  });
  assert.deepEqual(taken, [60, 40, 0]);
});

function applied(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): string[] {
  const lines: string[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    lines.push(...before.slice(at, oldStart));
    assert.equal(lines.length, newStart);
    for (const line of after.slice(newStart, newEnd)) lines.push(line);
    at = oldEnd;
  }
  return [...lines, ...before.slice(at)];
}

function size(changes: readonly LineChange[]): number {
  return changes.reduce(
    (sum, { oldStart, oldEnd, newStart, newEnd }) =>
      sum + oldEnd - oldStart + newEnd - newStart,
    0,
  );
}

/** Length of the longest common subsequence, by the table of the textbook. */
function longestCommon(
  left: readonly string[],
  right: readonly string[],
): number {
  let above = new Array<number>(right.length + 1).fill(0);
  for (const text of left) {
    const row = [0];
    for (const [j, other] of right.entries()) {
      row.push(
        text === other ? above[j]! + 1 : Math.max(above[j + 1]!, row[j]!),
      );
    }
    above = row;
  }
  return above.at(-1)!;
}

/** Runs of one line, between them one of two others in an order of `seed`'s. */
function runs(count: number, seed: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const coin = state >= 0x8000_0000 ? "heads\n" : "tails\n";
    return [...new Array<string>(150).fill("run\n"), coin];
  }).flat();
}
