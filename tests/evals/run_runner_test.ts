import assert from "node:assert/strict";
import { type RunnerRun, runRunner } from "../../lib/evals/run_runner.ts";
import { testWith } from "../support/needs_program.ts";
import { tempDir } from "../support/temp_dir.ts";

/** Starts a program of its own that goes on, and says which. */
const LEAVES_ONE = "sleep 600 & echo $!; ";

function shell(script: string, more: Partial<RunnerRun>): Promise<number> {
  return runRunner({
    program: "/bin/sh",
    args: ["-c", script],
    cwd: "/",
    env: { PATH: Deno.env.get("PATH") ?? "" },
    signal: new AbortController().signal,
    out: () => {},
    err: () => {},
    ...more,
  });
}

testWith(
  ["sleep"],
  "an interruption does not wait for what the runner left behind",
  async () => {
    const controller = new AbortController();
    const pid = Promise.withResolvers<number>();
    const run = shell(`${LEAVES_ONE} wait`, {
      signal: controller.signal,
      out: (text) => {
        pid.resolve(Number(text));
        controller.abort();
      },
    });
    await assert.rejects(run, { name: "AbortError" });
    Deno.kill(await pid.promise, "SIGKILL");
  },
);

testWith(
  ["sleep"],
  "a runner whose output cannot be written is ended",
  async () => {
    const pid = Promise.withResolvers<number>();
    const run = shell("echo $$; exec sleep 600", {
      out: (text) => {
        pid.resolve(Number(text));
        throw new Error("no room");
      },
    });
    await assert.rejects(run, /no room/);
    const gone = await pid.promise;
    assert.throws(() => Deno.kill(gone, "SIGCONT"), Deno.errors.NotFound);
  },
);

Deno.test("a program whose interpreter is missing is not called missing itself", async () => {
  await using temp = await tempDir();
  const program = temp.join("run");
  await Deno.writeTextFile(program, "#!/nonexistent/sh\n", { mode: 0o755 });
  await assert.rejects(
    shell("", { program }),
    /run cannot be started: what its first line names is not installed/,
  );
});

Deno.test("a runner that is no program, or not there, is said to be that", async () => {
  await using temp = await tempDir();
  await assert.rejects(shell("", { program: "no-such-program" }), {
    code: "program-missing",
    message: /is not installed or not on the PATH/,
  });
  const runner = temp.join("runner");
  await Deno.writeTextFile(runner, "#!/bin/sh\n", { mode: 0o644 });
  await assert.rejects(shell("", { program: runner }), {
    code: "program-missing",
    message: /is not executable/,
  });
});
