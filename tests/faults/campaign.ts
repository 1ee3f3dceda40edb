/**
 * Disturbs runs of the real program many times and counts what goes wrong:
 * `deno task faults [runs]`. Half of the runs are killed at a random time, the
 * others, where strace is installed, at one chosen system call, or refused one.
 * Some are asked to end by SIGINT or SIGTERM instead.
 *
 * @module
 */
import { commandOf, faultWorld, SCENARIOS } from "./fault_world.ts";
import { type Injection, startRun, straceWorks } from "./killed_run.ts";
import { heal, type Trial, trialOf } from "./trial.ts";
import { violations } from "./violations.ts";

/** System calls by which a run changes the disk. */
const CALLS = [
  "mkdir,mkdirat",
  "rename,renameat,renameat2",
  "symlink,symlinkat",
  "unlink,unlinkat,rmdir",
  "fsync,fdatasync",
  "chmod,fchmod",
  "openat",
  "write",
];
/** Of the calls of one kind, the last so many are disturbed: before them Deno loads the program. */
const LAST_CALLS = 80;
const ASKING = ["SIGINT", "SIGTERM"] as const;
/** Done in spite of it, killed, interrupted. */
const ENDS = [0, 137, 130, 143];
const ERRORS = ["error=ENOSPC", "error=EACCES", "error=EROFS"];
/** Calls that only a run's own changes make, so that an error is never Deno's own. */
const REFUSABLE = [
  "mkdir,mkdirat",
  "rename,renameat,renameat2",
  "symlink,symlinkat",
];

type Kind =
  | "kill"
  | "interrupt"
  | "killing call"
  | "interrupting call"
  | "error";

interface Tally {
  runs: number;
  disturbed: number;
  faults: number;
}

if (import.meta.main) Deno.exit(await campaign(Number(Deno.args[0] ?? "200")));

async function campaign(runs: number): Promise<number> {
  const strace = await straceWorks();
  await using world = await faultWorld();
  const tallies = new Map<string, Tally>();
  let faults = 0;
  const share = Math.ceil(runs / SCENARIOS.length);
  for (const scenario of SCENARIOS) {
    const trial = await trialOf(world, scenario);
    const time = Math.min(await duration(trial), await duration(trial));
    const counts = strace ? await callCounts(trial) : new Map();
    for (let turn = 0; turn < share; turn++) {
      const kind = kindOf(turn, strace);
      const found = await disturb(trial, kind, time, counts);
      const key = `${scenario}, ${kind}`;
      const tally = tallies.get(key) ?? { runs: 0, disturbed: 0, faults: 0 };
      tallies.set(key, tally);
      tally.runs++;
      if (found.disturbed) tally.disturbed++;
      if (found.faults.length === 0) continue;
      tally.faults++;
      faults++;
      console.log(`${key}: ${found.what}`);
      for (const fault of found.faults) console.log(`  ${fault}`);
    }
  }
  for (const [key, { runs, disturbed, faults }] of tallies) {
    console.log(`${key}: ${runs} runs, ${disturbed} disturbed, ${faults} bad`);
  }
  return faults === 0 ? 0 : 1;
}

/** Half of the runs at a random time, a quarter of them by a signal that asks; the others at a system call. */
function kindOf(turn: number, strace: boolean): Kind {
  switch (turn % 8) {
    case 0:
      return "interrupt";
    case 3:
      return strace ? "error" : "kill";
    case 5:
      return strace ? "interrupting call" : "kill";
    default:
      return turn % 2 === 1 && strace ? "killing call" : "kill";
  }
}

/** Milliseconds of an undisturbed run. */
async function duration(trial: Trial): Promise<number> {
  const { path } = await trial.copy();
  const began = performance.now();
  const { code, output } = await startRun(path, commandOf(trial.scenario))
    .ended;
  if (code !== 0) throw new Error(output);
  await Deno.remove(path, { recursive: true });
  return performance.now() - began;
}

async function disturb(
  trial: Trial,
  kind: Kind,
  time: number,
  counts: ReadonlyMap<string, number>,
) {
  const { path } = await trial.copy();
  const timed = kind === "kill" || kind === "interrupt";
  const injection = timed ? undefined : pick(kind, counts);
  const run = startRun(path, commandOf(trial.scenario), injection);
  // Deno itself needs the first part of the time, in which nothing happens.
  const after = time * (0.25 + 0.75 * Math.random());
  const signal = kind === "kill" ? "SIGKILL" : random(ASKING);
  const timer = timed ? setTimeout(() => run.kill(signal), after) : undefined;
  const { code, output } = await run.ended;
  clearTimeout(timer);
  const faults = [
    ...ENDS.includes(code) || kind === "error" && saysWhy(code, output)
      ? []
      : [`exit ${code}: ${output}`],
    ...await violations(path, {
      ...trial.expected,
      // Sources that were not refused are installed and locked.
      ...(kind === "error" ? { locks: undefined } : {}),
    }),
    ...await heal(path, trial),
  ];
  await Deno.remove(path, { recursive: true });
  const what = injection === undefined
    ? `${Math.round(after)} ms`
    : `${injection.calls} ${injection.effect} ${injection.when}`;
  return { what, disturbed: code !== 0, faults };
}

/** How often an undisturbed run makes each kind of call, in its main thread. */
async function callCounts(trial: Trial): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const calls of CALLS) {
    const { path } = await trial.copy();
    const log = `${path}.log`;
    await startRun(path, commandOf(trial.scenario), { calls, log }).ended;
    const lines = (await Deno.readTextFile(log)).split("\n")
      .filter((line) => !line.includes("resumed>"));
    const main = lines[0]!.split(" ")[0];
    counts.set(
      calls,
      lines.filter((line) => line.split(" ")[0] === main).length,
    );
    await Deno.remove(path, { recursive: true });
  }
  return counts;
}

function pick(
  kind: Kind,
  counts: ReadonlyMap<string, number>,
): Injection {
  const groups = kind === "error" ? REFUSABLE : CALLS;
  const calls = random(groups.filter((calls) => counts.get(calls)! > 0));
  const count = counts.get(calls)!;
  const back = Math.floor(Math.random() * Math.min(count, LAST_CALLS));
  return {
    calls,
    effect: kind === "error"
      ? random(ERRORS)
      : `signal=${kind === "killing call" ? "SIGKILL" : random(ASKING)}`,
    when: `${count - back}`,
  };
}

function saysWhy(code: number, output: string): boolean {
  return code === 1 &&
    /cannot .*(no space is left|permission was denied|is read-only)/
      .test(output);
}

function random<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)]!;
}
