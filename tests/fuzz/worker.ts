/// <reference lib="deno.worker" />
import { mutate, Random } from "./mutate.ts";
import { seeds } from "./seeds.ts";
import { attack, TARGETS } from "./targets.ts";

/** What a worker is told to do. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  /** Inputs of earlier findings, tried first. */
  readonly corpus: readonly Uint8Array[];
}

/** What a worker says. */
export type Word =
  /** About to try this; sent now and then, so that a hang can be told. */
  | { readonly word: "trying"; readonly input: Uint8Array }
  | {
    readonly word: "broken";
    readonly input: Uint8Array;
    readonly why: string;
  }
  | {
    readonly word: "done";
    readonly executions: number;
    readonly passed: number;
    readonly peak: number;
    readonly slowest: number;
  };

/** Milliseconds after which one input counts as a hang. */
const SLOW_MS = 5000;
/** Bytes of memory the whole run may take. */
const MAX_MEMORY = 300 * 1024 * 1024;

const say = (word: Word) => self.postMessage(word);

self.onmessage = async ({ data }: MessageEvent<Order>) => {
  const target = TARGETS[data.target]!;
  const corpus = [...(await seeds())[data.target]!, ...data.corpus];
  const random = new Random(data.seed);
  const end = Date.now() + data.seconds * 1000;
  let executions = 0;
  let passed = 0;
  let peak = 0;
  let slowest = 0;
  while (Date.now() < end) {
    const known = data.corpus[executions];
    const input = known ??
      mutate(random.pick(corpus), random.pick(corpus), random);
    if (executions % 256 === 0) say({ word: "trying", input });
    const start = performance.now();
    try {
      if (await attack(target, input) === "passed") {
        passed++;
        // What still holds is a better start than the seed.
        if (corpus.length < 512 && random.below(8) === 0) corpus.push(input);
      }
    } catch (error) {
      const why = error instanceof Error
        ? error.stack ?? `${error}`
        : `${error}`;
      say({ word: "broken", input, why });
    }
    const took = performance.now() - start;
    slowest = Math.max(slowest, took);
    if (took > SLOW_MS) say({ word: "broken", input, why: `took ${took} ms` });
    executions++;
    if (executions % 1024 === 0) {
      peak = Math.max(peak, Deno.memoryUsage().heapUsed);
      if (peak > MAX_MEMORY) {
        say({ word: "broken", input, why: `${peak} bytes of memory` });
      }
    }
  }
  say({ word: "done", executions, passed, peak, slowest });
};
