import type { Adopter } from "../support/adopter.ts";
import { type FaultWorld, lineOf, type Scenario } from "./fault_world.ts";
import { Killed, withFaultyDisk } from "./faulty_disk.ts";
import { finalState, snapshotDigest } from "./final_state.ts";
import { runHere } from "./run_here.ts";
import {
  type Expectation,
  statusOf,
  textOf,
  userFiles,
  violations,
} from "./violations.ts";

const SOURCES = ["alpha", "beta", "gamma"];

/** One scenario with what an undisturbed run makes of it. */
export interface Trial {
  readonly scenario: Scenario;
  readonly expected: Expectation;
  readonly finalState: readonly string[];
  /** A fresh copy of the adopter. */
  copy(): Promise<Adopter>;
}

/** Runs a scenario once without any disturbance and notes what came of it. */
export async function trialOf(
  world: FaultWorld,
  scenario: Scenario,
): Promise<Trial> {
  const { path } = await world.copy(scenario);
  const before = await look(path);
  const errors = (await runHere(path, lineOf(scenario)))
    .filter(({ level }) => level === "error");
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const after = await look(path);
  return {
    scenario,
    copy: () => world.copy(scenario),
    finalState: await finalState(path),
    expected: {
      userFiles: before.userFiles,
      edited: editedFiles(before.userFiles, after.userFiles),
      locks: new Set([before.lock, after.lock]),
      ignores: new Set([before.ignore, after.ignore]),
      digests: new Map(
        SOURCES.map((id) => [
          id,
          new Set(
            [before, after].flatMap(({ digests }) => digests.get(id) ?? []),
          ),
        ]),
      ),
      status: new Set([
        ...before.status,
        ...after.status,
        " M .gitignore",
        " M .apache-magpie.sources.lock",
        " D .apache-magpie.sources.lock",
        // For the instant between making the file that hides everything and filling it.
        "?? .apache-magpie-sources/.gitignore",
      ]),
    },
  };
}

/** The trust list, where the command itself edits it. Nothing else of the user's may differ. */
function editedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Map<string, string> {
  const path = "skill-sources.md";
  const next = after.get(path);
  return new Map(
    next === undefined || next === before.get(path) ? [] : [[path, next]],
  );
}

/**
 * Runs the scenario's command again, undisturbed, after `root` was left by a
 * run that was; returns what is wrong with the result.
 */
export async function heal(root: string, trial: Trial): Promise<string[]> {
  const faults: string[] = [];
  try {
    const findings = await runHere(root, lineOf(trial.scenario));
    for (const { level, message } of findings) {
      if (level === "error") faults.push(`the next run says: ${message}`);
    }
  } catch (error) {
    faults.push(`the next run fails: ${error}`);
  }
  const now = await finalState(root);
  const wanted = new Set(trial.finalState);
  const found = new Set(now);
  return [
    ...faults,
    ...trial.finalState.filter((line) => !found.has(line))
      .map((line) => `afterwards there is no ${line.slice(0, 200)}`),
    ...now.filter((line) => !wanted.has(line))
      .map((line) => `afterwards there is ${line.slice(0, 200)}`),
    ...await violations(root, trial.expected),
  ];
}

/**
 * A copy of the adopter whose run died right after it wrote the journal:
 * everything is staged, nothing is done.
 */
export async function journalled(trial: Trial): Promise<Adopter> {
  const adopter = await trial.copy();
  let written = false;
  await withFaultyDisk(
    ({ operation, path }) => {
      if (written) return new Killed("killed behind the journal");
      written = operation === "rename" && path.endsWith("journal.json");
    },
    async () => {
      await runHere(adopter.path, lineOf(trial.scenario)).catch(() => {});
    },
  );
  if (!written) throw new Error(`${trial.scenario} writes no journal`);
  return adopter;
}

/**
 * Runs `setup` after `root` was left by a disturbed upgrade; returns what is
 * wrong. It may find that the pin has not moved yet, and does not move it.
 */
export async function setUpAfter(
  root: string,
  { expected }: Trial,
): Promise<string[]> {
  const findings = await runHere(root, "setup");
  return [
    ...findings
      .filter(({ level, rule }) => level === "error" && rule !== "pin-changed")
      .map(({ message }) => `setup afterwards says: ${message}`),
    ...await violations(root, expected),
  ];
}

async function look(root: string) {
  const digests = new Map<string, string>();
  for (const id of SOURCES) {
    try {
      digests.set(id, snapshotDigest(root, id));
    } catch {
      // There is no such snapshot.
    }
  }
  return {
    digests,
    userFiles: await userFiles(root),
    lock: await textOf(`${root}/.apache-magpie.sources.lock`),
    ignore: await textOf(`${root}/.gitignore`),
    status: await statusOf(root),
  };
}
