import assert from "node:assert/strict";
import { mapBounded } from "../../lib/base/map_bounded.ts";

/** Lets everything else that is ready run first. */
const turn = () => new Promise<void>((next) => setTimeout(next, 0));

Deno.test("results come in order, and no more are under way than allowed", async () => {
  let running = 0;
  let most = 0;
  const items = Array.from({ length: 20 }, (_, index) => index);
  const results = await mapBounded(items, 3, async (item) => {
    most = Math.max(most, ++running);
    // The first ones take longest.
    for (let i = item; i < 20; i++) await turn();
    running--;
    return item * 2;
  });
  assert.deepEqual(results, items.map((item) => item * 2));
  assert.equal(most, 3);
  assert.deepEqual(await mapBounded([], 3, turn), []);
});

Deno.test("after a failure nothing is begun, and what runs is waited for", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const all = mapBounded([0, 1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    await turn();
    if (item === 0) throw new RangeError("first");
    await turn();
    ended.push(item);
  });
  await assert.rejects(all, RangeError);
  assert.deepEqual(begun, [0, 1]);
  assert.deepEqual(ended, [1]);
});
