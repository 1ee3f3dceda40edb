import assert from "node:assert/strict";
import { faultWorld } from "./fault_world.ts";
import { finalState } from "./final_state.ts";
import { startRun } from "./killed_run.ts";
import { heal, trialOf } from "./trial.ts";
import { violations } from "./violations.ts";

const PROCESSES = 12;

Deno.test("twelve runs at once in one checkout: all end well, in the state of one", async (t) => {
  await using world = await faultWorld(["first", "restore"]);
  for (const scenario of ["first", "restore"] as const) {
    await t.step(scenario, async () => {
      const trial = await trialOf(world, scenario);
      const { path } = await trial.copy();
      const runs = Array.from(
        { length: PROCESSES },
        () => startRun(path, ["setup", "--yes"]).ended,
      );
      for (const { code, output } of await Promise.all(runs)) {
        assert.equal(code, 0, output);
      }
      assert.deepEqual(await violations(path, trial.expected), []);
      assert.deepEqual(await finalState(path), trial.finalState);
    });
  }
});

Deno.test("runs that adopt and runs that remove, at once: each waits for the other", async () => {
  await using world = await faultWorld(["unadopt"]);
  const trial = await trialOf(world, "unadopt");
  const { path } = await trial.copy();
  const runs = ["setup", "unadopt", "setup", "unadopt", "setup", "unadopt"]
    .map((command) => startRun(path, [command, "--yes"]).ended);
  for (const { code, output } of await Promise.all(runs)) {
    assert.equal(code, 0, output);
  }
  assert.deepEqual(await heal(path, trial), []);
});
