/**
 * `deno task fuzz [--seconds N] [--seed N] [--targets a,b]`: attacks every
 * parser for a time, each in a worker of its own. A crash, an input that takes
 * more than 5 s and more than 300 MB of heap are findings; each is written to
 * `tests/fuzz/findings/<target>/`, where later runs, and the tests, try it first.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { FINDINGS, findings } from "./findings.ts";
import { TARGETS } from "./targets.ts";
import type { Order, Word } from "./worker.ts";

/** Milliseconds without a word from a worker that mean a hang. */
const SILENCE_MS = 60_000;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    targets: { type: "string", default: Object.keys(TARGETS).join(",") },
  },
});

const results = await Promise.all(
  values.targets.split(",").map((target) =>
    campaign({
      target,
      seed: Number(values.seed),
      seconds: Number(values.seconds),
      corpus: findings(target),
    })
  ),
);
Deno.exit(results.every((broken) => broken === 0) ? 0 : 1);

/** Runs one target and returns how many different faults it found. */
function campaign(order: Order): Promise<number> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
  });
  const faults = new Set<string>();
  let last: Uint8Array = new Uint8Array(0);
  return new Promise((resolve) => {
    const finish = (line: string) => {
      clearTimeout(silence);
      worker.terminate();
      console.log(`${order.target}: ${line}, ${faults.size} faults`);
      resolve(faults.size);
    };
    const hung = () => {
      keep(order.target, last);
      faults.add("hang");
      finish("hung");
    };
    let silence = setTimeout(hung, SILENCE_MS);
    worker.onmessage = ({ data }: MessageEvent<Word>) => {
      clearTimeout(silence);
      silence = setTimeout(hung, SILENCE_MS);
      if (data.word === "trying") last = data.input;
      else if (data.word === "done") {
        finish(
          `${data.executions} executions, ${data.passed} passed, slowest ${
            data.slowest.toFixed(0)
          } ms, heap ${(data.peak / 1024 / 1024).toFixed(0)} MB`,
        );
      } else {
        const kind = data.why.split("\n").slice(0, 3).join("\n");
        if (faults.has(kind)) return;
        faults.add(kind);
        console.log(
          `${order.target}: ${keep(order.target, data.input)}\n${kind}`,
        );
      }
    };
    worker.postMessage(order);
  });
}

function keep(target: string, input: Uint8Array): string {
  const folder = new URL(`${target}/`, FINDINGS);
  const name = createHash("sha256").update(input).digest("hex").slice(0, 16);
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeFileSync(new URL(name, folder), input);
  return `tests/fuzz/findings/${target}/${name}`;
}
