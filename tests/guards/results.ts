import type { Reach } from "./reach.ts";
import type { Trial } from "./try_guard.ts";

/** What earlier runs found, one JSON text a line; the last one of a key counts. */
export interface Results {
  /** By test file. */
  readonly reach: ReadonlyMap<string, Reach>;
  /** By guard. */
  readonly trials: ReadonlyMap<string, Trial>;
  keepReach(test: string, reach: Reach): void;
  keepTrial(trial: Trial): void;
}

/** Reads the results in the folder `work`; what is kept is written at once. */
export function openResults(work: string): Results {
  const reach = new Map<string, Reach>();
  const trials = new Map<string, Trial>();
  for (const { test, ...rest } of lines(`${work}/reach.jsonl`)) {
    reach.set(test, rest);
  }
  for (const trial of lines(`${work}/trials.jsonl`)) {
    trials.set(trial.id, trial);
  }
  return {
    reach,
    trials,
    keepReach(test, found) {
      reach.set(test, found);
      append(`${work}/reach.jsonl`, { test, ...found });
    },
    keepTrial(trial) {
      trials.set(trial.id, trial);
      append(`${work}/trials.jsonl`, trial);
    },
  };
}

// deno-lint-ignore no-explicit-any
function lines(path: string): any[] {
  try {
    return Deno.readTextFileSync(path).split("\n").filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function append(path: string, value: unknown): void {
  Deno.writeTextFileSync(path, JSON.stringify(value) + "\n", { append: true });
}
