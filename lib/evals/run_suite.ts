import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import { sourceState } from "../adopter/source_state.ts";
import type { Finding } from "../base/finding.ts";
import { tamperFindings } from "../health/tamper_findings.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { FoundSuite } from "./find_suites.ts";
import type { Runner } from "./find_runner.ts";
import { type RunnerRun, runRunner } from "./run_runner.ts";

/** What a run of one suite came to. */
export interface SuiteRun {
  readonly suite: FoundSuite;
  /** Absent where it was not started. */
  readonly exitCode?: number;
  readonly findings: readonly Finding[];
}

/**
 * Starts the runner on one suite, from the root of its snapshot. Only a bound
 * suite of a snapshot whose every byte is the locked one is run, and afterwards
 * every byte is compared again: what a model did meanwhile may have changed it.
 */
export async function runSuite(
  adopter: Adopter,
  suite: FoundSuite,
  runner: Runner,
  args: readonly string[],
  environment: Pick<RunnerRun, "env" | "signal" | "out" | "err">,
): Promise<SuiteRun> {
  const { source, skill, path, state } = suite;
  if (state !== "bound") {
    return { suite, findings: [notRun(suite)] };
  }
  const before = changes(adopter, source.id);
  if (before.length > 0) return { suite, findings: before };
  const exitCode = await runRunner({
    ...environment,
    program: runner.program,
    args: [...runner.args, ...args, `./${path}`],
    cwd: join(adopter.snapshotsRoot, SNAPSHOTS, source.id),
  });
  const findings = changes(adopter, source.id);
  if (exitCode !== 0) {
    findings.push({
      rule: "eval-failed",
      level: "error",
      source: source.id,
      skill,
      path: `${SNAPSHOTS}/${source.id}/${path}`,
      message:
        `the runner ended the suite of ${skill} with exit code ${exitCode}`,
    });
  }
  return { suite, exitCode, findings };
}

/** Why the snapshot is not what the lock says; empty where it is. */
function changes({ snapshotsRoot, locks }: Adopter, id: string): Finding[] {
  const found = sourceState(
    snapshotsRoot,
    id,
    locks.committed?.blocks.find((one) => one.id === id),
    locks.local?.blocks.find((one) => one.id === id),
  );
  switch (found.state) {
    case "intact":
      return [];
    case "edited":
      return tamperFindings(id, found.comparison!);
    case "missing":
    case "outdated":
    case "unverified":
      return [{
        rule: found.state === "missing"
          ? "snapshot-missing"
          : found.state === "outdated"
          ? "drift"
          : "snapshot-unverified",
        level: "error",
        source: id,
        path: `${SNAPSHOTS}/${id}`,
        message:
          `the snapshot of ${id} is not what the locks say (${found.state}); no suite of it is run`,
        fix: "skill-sources setup",
      }];
  }
}

function notRun({ source, skill, path, state }: FoundSuite): Finding {
  return {
    rule: state === "missing" ? "eval-missing" : "eval-unbound",
    level: "error",
    source: source.id,
    skill,
    path: `${SNAPSHOTS}/${source.id}/${path}`,
    message: state === "missing"
      ? `the skill ${skill} has no suite to run`
      : `the suite of ${skill} is not bound in its snapshot and is not run`,
  };
}
