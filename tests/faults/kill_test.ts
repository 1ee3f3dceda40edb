import assert from "node:assert/strict";
import { HostError } from "../../lib/base/errors.ts";
import { copyOf } from "../commands/world.ts";
import {
  commandOf,
  type FaultWorld,
  faultWorld,
  lineOf,
  type Scenario,
  SCENARIOS,
} from "./fault_world.ts";
import {
  type Change,
  fullFrom,
  killedAt,
  refusedAt,
  withFaultyDisk,
} from "./faulty_disk.ts";
import { startRun } from "./killed_run.ts";
import { runHere } from "./run_here.ts";
import { heal, journalled, setUpAfter, type Trial, trialOf } from "./trial.ts";
import { violations } from "./violations.ts";

Deno.test("a run that is killed or refused the disk leaves nothing that the next one does not mend", async (t) => {
  await using world = await faultWorld();
  const trials: Trial[] = [];
  for (const scenario of SCENARIOS) trials.push(await trialOf(world, scenario));

  for (const trial of trials) {
    const { scenario } = trial;
    if (MOVING.includes(scenario)) {
      await t.step(
        `${scenario}, killed at a change while it applies`,
        () =>
          atChanges(trial, 6, () => trial.copy(), killedAt, {
            from: journalWritten,
          }),
      );
    } else if (scenario === "prune" || scenario === "unadopt") {
      await t.step(
        `${scenario}, killed at a change of the disk`,
        () => atChanges(trial, 8, () => trial.copy(), killedAt),
      );
    } else {
      await t.step(
        `${scenario}, killed at a change while it applies`,
        async () => {
          const begun = await journalled(trial);
          let turn = 0;
          const copy = () => copyOf(begun, `${begun.path}-${++turn}`);
          await atChanges(trial, 6, copy, killedAt);
        },
      );
    }
  }
  await t.step(
    "killed at a change while it fetches",
    () => atChanges(trials[0]!, 3, () => trials[0]!.copy(), killedAt),
  );
  await t.step("a disk that is full from some moment on", async () => {
    await atChanges(trials[1]!, 3, () => trials[1]!.copy(), fullFrom);
    await atChanges(trials[3]!, 4, () => trials[3]!.copy(), fullFrom);
    await atChanges(trials[6]!, 3, () => trials[6]!.copy(), fullFrom, {
      from: journalWritten,
    });
  });
  await t.step(
    "a disk that refuses one change",
    () =>
      atChanges(
        trials[3]!,
        8,
        () => trials[3]!.copy(),
        (count) => refusedAt(count, "EACCES"),
      ),
  );
  await t.step(
    "a disk that refuses one change of an upgrade",
    () =>
      atChanges(
        trials[6]!,
        4,
        () => trials[6]!.copy(),
        (count) => refusedAt(count, "EROFS"),
        { from: journalWritten },
      ),
  );
  await t.step("real processes, killed at random", () => killProcesses(trials));
});

/** Scenarios in which pins move: `setup` may follow them, and finds a moved or an unmoved pin. */
const MOVING: readonly Scenario[] = ["upgrade", "write"];

/** The change after which the next run may have to do what this one began. */
function journalWritten(changes: readonly Change[]): number {
  return changes.findIndex(({ operation, path }) =>
    operation === "rename" && path.endsWith("journal.json")
  );
}

/** Which of a run's changes are disturbed. */
interface AtChangesOptions {
  /** Index of the change after which the first one comes; 0 unless given. */
  readonly from?: (changes: readonly Change[]) => number;
}

/** Disturbs a run at `count` changes spread over all that it makes, the last one among them. */
async function atChanges(
  trial: Trial,
  count: number,
  copy: FaultWorld["copy"] | (() => ReturnType<Trial["copy"]>),
  fault: typeof killedAt,
  { from = () => 0 }: AtChangesOptions = {},
): Promise<void> {
  const changes = await changesOf(trial, (await copy(trial.scenario)).path);
  const [first, all] = [from(changes), changes.length];
  for (let turn = 1; turn <= count; turn++) {
    const at = first + Math.ceil((all - first) * turn / count);
    const { path } = await copy(trial.scenario);
    let thrown: unknown;
    await withFaultyDisk(fault(at), async () => {
      try {
        await runHere(path, lineOf(trial.scenario));
      } catch (error) {
        thrown = error;
      }
    });
    if (thrown !== undefined) {
      assert.ok(thrown instanceof HostError, `${thrown}`);
    }
    if (MOVING.includes(trial.scenario) && turn % 2 === 0) {
      assert.deepEqual(await setUpAfter(path, trial), [], `at ${at} of ${all}`);
    }
    await requireNoFaults(path, trial, `at change ${at} of ${all}`);
  }
}

async function changesOf(trial: Trial, path: string): Promise<Change[]> {
  return await withFaultyDisk(() => undefined, async () => {
    await runHere(path, lineOf(trial.scenario));
  });
}

async function killProcesses(trials: readonly Trial[]): Promise<void> {
  for (let turn = 0; turn < 15; turn++) {
    const trial = trials[turn % trials.length]!;
    const { path } = await trial.copy();
    const run = startRun(path, commandOf(trial.scenario));
    const after = 150 + 500 * Math.random();
    const timer = setTimeout(() => run.kill("SIGKILL"), after);
    await run.ended;
    clearTimeout(timer);
    await requireNoFaults(path, trial, `after ${Math.round(after)} ms`);
  }
}

async function requireNoFaults(
  path: string,
  trial: Trial,
  when: string,
): Promise<void> {
  const where = `${trial.scenario}, ${when}`;
  const { expected } = trial;
  assert.deepEqual(await violations(path, expected), [], where);
  assert.deepEqual(await heal(path, trial), [], `${where}, then run again`);
  await Deno.remove(path, { recursive: true });
}
