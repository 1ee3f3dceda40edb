import assert from "node:assert/strict";
import { cleanEnv } from "./run_cli.ts";

const MODULE = new URL("../../lib/cli/interrupts.ts", import.meta.url).href;

/** Starts a program that watches signals, `rest` after it says "ready". */
function start(writes: boolean, rest: string) {
  const program = `
    import { interrupts } from ${JSON.stringify(MODULE)};
    const watch = interrupts(${writes}, Deno.exit);
    const say = (text) => Deno.stdout.writeSync(new TextEncoder().encode(text));
    watch.signal.addEventListener("abort", () => say(watch.signal.reason.name));
    say("ready");
    ${rest}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--no-check",
      `data:application/typescript,${encodeURIComponent(program)}`,
    ],
    clearEnv: true,
    env: cleanEnv(),
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  return {
    child,
    async until(text: string) {
      while (!heard.includes(text)) {
        const { done, value } = await reader.read();
        assert.ok(!done, `ended after "${heard}"`);
        heard += value;
      }
    },
    async end() {
      await reader.cancel();
      return (await child.status).code;
    },
  };
}

const IDLE = "setInterval(() => {}, 1000);";
const ORDERLY = `${IDLE}
  watch.signal.addEventListener("abort", () => Deno.exit(watch.exitCode()));`;

for (const [name, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`${name} aborts a writing run, which ends in order with ${code}`, async () => {
    const run = start(true, ORDERLY);
    await run.until("ready");
    run.child.kill(name);
    await run.until("AbortError");
    assert.equal(await run.end(), code);
  });
}

Deno.test("a second Ctrl-C ends a run that hangs at once", async () => {
  const run = start(true, IDLE);
  await run.until("ready");
  run.child.kill("SIGINT");
  await run.until("AbortError");
  run.child.kill("SIGINT");
  assert.equal(await run.end(), 130);
});

Deno.test("Ctrl-C ends a reading run in the middle of a computation", async () => {
  const run = start(false, "while (true);");
  await run.until("ready");
  run.child.kill("SIGINT");
  assert.equal(await run.end(), 130);
});

Deno.test("watching signals does not keep a finished run alive", async () => {
  const run = start(true, "");
  await run.until("ready");
  assert.equal(await run.end(), 0);
});
