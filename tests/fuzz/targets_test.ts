import assert from "node:assert/strict";
import { findings } from "./findings.ts";
import { mutate, Random } from "./mutate.ts";
import { seeds } from "./seeds.ts";
import { attack, TARGETS } from "./targets.ts";

/** Mutations of each target here; `deno task fuzz` does as many as its time allows. */
const TURNS = 300;

Deno.test("every target has an honest seed, and no seed is without a target", async () => {
  const corpus = await seeds();
  assert.deepEqual(Object.keys(corpus).sort(), Object.keys(TARGETS).sort());
  for (const [name, target] of Object.entries(TARGETS)) {
    assert.equal(await attack(target, corpus[name]![0]!), "passed", name);
  }
});

for (const [name, target] of Object.entries(TARGETS)) {
  Deno.test(`${name}: what a hostile input breaks, it breaks in words`, async () => {
    const corpus = (await seeds())[name]!;
    for (const input of findings(name)) await attack(target, input);
    const random = new Random(20260101);
    for (let turn = 0; turn < TURNS; turn++) {
      const input = mutate(random.pick(corpus), random.pick(corpus), random);
      await attack(target, input);
    }
  });
}
