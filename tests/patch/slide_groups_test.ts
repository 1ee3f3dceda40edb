import assert from "node:assert/strict";
import { diffLines } from "../../lib/patch/diff_lines.ts";
import { StepBudget } from "../../lib/patch/step_budget.ts";

/** The changes between two texts whose lines are words, as `old:old>new:new`. */
function changed(before: string, after: string, budget = new StepBudget()) {
  return diffLines(before.split(" "), after.split(" "), budget).map((change) =>
    `${change.oldStart}:${change.oldEnd}>${change.newStart}:${change.newEnd}`
  );
}

Deno.test("a block between two equal lines is said to end with the second", () => {
  assert.deepEqual(changed("t a x", "t a b a x"), ["2:2>2:4"]);
  assert.deepEqual(changed("t a b a x", "t a x"), ["2:4>2:2"]);
});

Deno.test("a block begins behind an empty line where it can", () => {
  assert.deepEqual(changed("t  a x", "t  a b a x"), ["2:2>2:4"]);
  assert.deepEqual(changed("a x", "a b a x"), ["0:0>0:2"]);
});

Deno.test("a block goes beside the change of the other file", () => {
  assert.deepEqual(changed("k a old x", "k a new a x"), ["2:3>2:4"]);
  assert.deepEqual(changed("k  a old x", "k  a new a x"), ["3:4>3:5"]);
});

Deno.test("groups that meet become one", () => {
  assert.deepEqual(changed("s a t", "s a a b a t"), ["2:2>2:5"]);
});

Deno.test("a slide along a long run is charged to the budget, and ends with it", () => {
  const run = "a ".repeat(1000);
  const full = new StepBudget(10_000);
  assert.deepEqual(changed(`k ${run}z`, `k ${run}a z`, full), [
    "1001:1001>1001:1002",
  ]);
  assert.equal(rest(full), 8_000);
  const short = new StepBudget(100);
  const [change, ...others] = changed(`k ${run}z`, `k ${run}a z`, short);
  assert.match(change!, /^(\d+):\1>\1:\d+$/);
  assert.deepEqual(others, []);
  assert.equal(rest(short), 0);
});

function rest(budget: StepBudget): number {
  let steps = 0;
  while (budget.take()) steps++;
  return steps;
}
