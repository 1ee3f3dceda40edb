import assert from "node:assert/strict";
import { takeRunLock } from "../../lib/store/run_lock.ts";
import { makeAdopter, trustList } from "../support/adopter.ts";
import { tempDir } from "../support/temp_dir.ts";
import { pathsBelow } from "../commands/traces.ts";
import { tagEntry } from "../commands/world.ts";
import { faultWorld, lineOf } from "./fault_world.ts";
import { withFaultyDisk } from "./faulty_disk.ts";
import { startRun } from "./killed_run.ts";
import { runHere } from "./run_here.ts";
import { heal, trialOf } from "./trial.ts";
import { violations } from "./violations.ts";

const SIGNALS = [["SIGINT", 130], ["SIGTERM", 143]] as const;

Deno.test("an interruption while a server keeps silent ends the run and leaves no staging", async () => {
  await using temp = await tempDir();
  for (const [signal, code] of SIGNALS) {
    const asked = Promise.withResolvers<void>();
    await using silent = silentServer(asked.resolve);
    const url = `http://127.0.0.1:${silent.port}/slow.git`;
    const entry = tagEntry("slow", url, "0".repeat(39) + "1", ["scan"]);
    const adopter = await makeAdopter(temp.join(signal), trustList([entry]));
    const run = startRun(adopter.path, ["setup", "--yes"]);
    await asked.promise;
    run.kill(signal);
    const ended = await run.ended;
    assert.equal(ended.code, code, ended.output);
    assert.match(ended.output, /interrupted/);
    assert.deepEqual(
      await pathsBelow(`${adopter.path}/.apache-magpie-sources`),
      [".gitignore", ".state/", ".state/run.lock"],
    );
    assert.equal(await adopter.read("README.md"), "# An adopter\n");
  }
});

Deno.test("an interruption while another run holds the lock ends the run that waits", async () => {
  await using temp = await tempDir();
  const adopter = await makeAdopter(temp.join("adopter"), trustList([]));
  const lock = ".apache-magpie-sources/.state/run.lock";
  using _held = await takeRunLock(adopter.path, {
    signal: new AbortController().signal,
  });
  for (const [signal, code] of SIGNALS) {
    const run = startRun(adopter.path, ["setup", "--yes"]);
    await someoneOpened(`${adopter.path}/${lock}`);
    run.kill(signal);
    const ended = await run.ended;
    assert.equal(ended.code, code, ended.output);
  }
});

Deno.test("an interruption at any change of the disk ends between two runs' worth of changes", async (t) => {
  await using world = await faultWorld(["restore", "prune", "write"]);
  for (const scenario of ["restore", "prune", "write"] as const) {
    const trial = await trialOf(world, scenario);
    const all = await withFaultyDisk(() => undefined, async () => {
      await runHere((await trial.copy()).path, lineOf(scenario));
    });
    for (let turn = 0; turn <= 4; turn++) {
      const at = Math.max(1, Math.round(all.length * turn / 4));
      await t.step(`${scenario}, at change ${at}`, async () => {
        const { path } = await trial.copy();
        const controller = new AbortController();
        const interrupt = () =>
          controller.abort(new DOMException("interrupted", "AbortError"));
        await withFaultyDisk((_change, count) => {
          if (count === at) interrupt();
          return undefined;
        }, async () => {
          await runHere(path, lineOf(scenario), controller.signal)
            .catch((error) => assert.equal(error, controller.signal.reason));
        });
        assert.deepEqual(await violations(path, trial.expected), []);
        const left = await pathsBelow(`${path}/.apache-magpie-sources/.state`);
        assert.deepEqual(
          left.filter((name) => /^(?:staging|tmp|journal)/.test(name)),
          [],
        );
        assert.deepEqual(await heal(path, trial), []);
      });
    }
  }
});

/** A server that takes a request and never answers. */
function silentServer(asked: () => void) {
  const controller = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: controller.signal,
    onListen: () => {},
  }, () => {
    asked();
    return new Promise<Response>((resolve) =>
      controller.signal.addEventListener(
        "abort",
        () => resolve(new Response("")),
      )
    );
  });
  return {
    port: server.addr.port,
    async [Symbol.asyncDispose]() {
      controller.abort();
      await server.finished;
    },
  };
}

/** Waits until a process other than this one has `path` open. */
async function someoneOpened(path: string): Promise<void> {
  while (true) {
    for await (const { name } of Deno.readDir("/proc")) {
      if (!/^\d+$/.test(name) || name === `${Deno.pid}`) continue;
      try {
        for (const { name: fd } of Deno.readDirSync(`/proc/${name}/fd`)) {
          if (Deno.readLinkSync(`/proc/${name}/fd/${fd}`) === path) return;
        }
      } catch {
        // The process or the descriptor is gone.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
