import assert from "node:assert/strict";
import { faultWorld } from "./fault_world.ts";
import { finalState } from "./final_state.ts";
import { type EndedRun, startRun } from "./killed_run.ts";
import { heal, trialOf } from "./trial.ts";
import { violations } from "./violations.ts";

Deno.test("twelve runs at once in one checkout end in the state of one", async (t) => {
  await using world = await faultWorld(["first", "restore"]);
  for (const [scenario, count] of [["first", 12], ["restore", 4]] as const) {
    await t.step(scenario, async () => {
      const trial = await trialOf(world, scenario);
      const { path } = await trial.copy();
      const runs = Array.from(
        { length: count },
        () => startRun(path, ["setup", "--yes"]).ended,
      );
      const ended = await Promise.all(runs);
      ended.forEach(requireOrderly);
      assert.ok(ended.some(({ code }) => code === 0));
      assert.deepEqual(await violations(path, trial.expected), []);
      assert.deepEqual(await finalState(path), trial.finalState);
    });
  }
});

/** On a machine that is busy enough, the last in the queue may lose patience. */
function requireOrderly({ code, output }: EndedRun): void {
  if (code !== 0) assert.match(output, /\[run-locked\]/);
}

Deno.test("runs that adopt and runs that remove, at once: each waits for the other", async () => {
  await using world = await faultWorld(["unadopt"]);
  const trial = await trialOf(world, "unadopt");
  const { path } = await trial.copy();
  const runs = ["setup", "unadopt", "setup", "unadopt", "setup", "unadopt"]
    .map((command) => startRun(path, [command, "--yes"]).ended);
  (await Promise.all(runs)).forEach(requireOrderly);
  assert.deepEqual(await heal(path, trial), []);
});
