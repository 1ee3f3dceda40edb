import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { nearest } from "../base/nearest.ts";
import { findRunner } from "../evals/find_runner.ts";
import { findSuites, type FoundSuite } from "../evals/find_suites.ts";
import { runnerEnvironment } from "../evals/runner_environment.ts";
import { runSuite, type SuiteRun } from "../evals/run_suite.ts";
import { printable } from "../report/printable.ts";
import { table } from "../report/table.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { findRepository } from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";

/**
 * `evals`: the suites of provided skills, and whether each is bound inside its
 * own snapshot; with `--run`, the adopter's runner on them (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  requireRun(context);
  const [skill] = context.arguments;
  const find = { noGit: context.options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  snapshotsFolderStands(mainCheckoutOf(repository).root);
  const adopter = await loadAdopter(context.cwd, find);
  const survey = findSuites(adopter);
  const suites = chosen(survey.suites, skill);
  if (context.options.run === true) {
    return await runSuites(adopter, suites, context);
  }
  const findings = skill === undefined
    ? [...refused(adopter), ...survey.findings]
    : survey.findings.filter((one) => one.skill === skill);
  const absent = adopter.trustList === undefined ? [noTrustListNote()] : [];
  return {
    document: { suites: suites.map(suiteDocument) },
    findings: [...adopter.findings, ...absent, ...findings],
    text: listing(suites),
  };
}

/** What belongs to a run is no part of a listing: nothing of a command line is ignored. */
function requireRun({ options, rest = [] }: CommandContext): void {
  if (options.run === true) return;
  const extra = options.runner !== undefined
    ? "--runner"
    : rest.length > 0
    ? "--"
    : undefined;
  if (extra === undefined) return;
  throw new UsageError("usage", `\`${extra}\` needs \`--run\` beside it.`);
}

/** Starts the runner on each suite in turn; the first exit code that is not 0 is ours. */
async function runSuites(
  adopter: Adopter,
  suites: readonly FoundSuite[],
  { cwd, options, rest = [], ui, env, signal, arguments: [skill] }:
    CommandContext,
): Promise<CommandResult> {
  const runner = findRunner(options.runner as string | undefined, cwd, [
    adopter.root,
    adopter.snapshotsRoot,
  ]);
  const toRun = skill === undefined
    ? suites.filter(({ state }) => state !== "missing")
    : suites;
  const runs: SuiteRun[] = [];
  for (const suite of toRun) {
    runs.push(
      await runSuite(adopter, suite, runner, rest, {
        env: runnerEnvironment(env),
        signal,
        out: (text) => ui.show(text),
        err: (text) => ui.aside === undefined ? ui.show(text) : ui.aside(text),
      }),
    );
  }
  const failed = runs.find(({ exitCode = 0 }) => exitCode !== 0)?.exitCode;
  return {
    document: {
      suites: suites.map(suiteDocument),
      runs: runs.map(({ suite, exitCode }) => ({
        source: suite.source.id,
        skill: suite.skill,
        exitCode: exitCode ?? null,
      })),
    },
    findings: [
      ...adopter.findings,
      ...refused(adopter),
      ...runs.flatMap(({ findings }) => findings),
    ],
    text: runs.length === 0 ? "No suite to run.\n" : "",
    ...(failed === undefined ? {} : { exitCode: failed }),
  };
}

function chosen(
  suites: readonly FoundSuite[],
  skill: string | undefined,
): readonly FoundSuite[] {
  if (skill === undefined) return suites;
  const found = suites.filter((suite) => suite.skill === skill);
  if (found.length > 0) return found;
  const guess = nearest(skill, suites.map((suite) => suite.skill));
  throw new UsageError(
    "usage",
    `no installed source provides a skill ${printable(skill)}${
      guess === undefined
        ? "; `skill-sources evals` lists them"
        : `: did you mean ${guess}?`
    }`,
  );
}

function refused({ trust }: Adopter): Finding[] {
  return trust.refused.flatMap(({ id, errors }) =>
    errors.map((error) => error.toFinding(id))
  );
}

function suiteDocument({ source, skill, path, state, steps }: FoundSuite) {
  return {
    source: source.id,
    skill,
    path,
    state,
    steps,
    cases: casesOf(steps),
  };
}

function listing(suites: readonly FoundSuite[]): string {
  return table(
    suites.map(({ source, skill, path, state, steps }) => [
      skill,
      source.id,
      state,
      `${steps.length} ${steps.length === 1 ? "step" : "steps"}`,
      casesText(casesOf(steps)),
      path,
    ]),
  );
}

function casesOf(steps: FoundSuite["steps"]): number {
  return steps.reduce((sum, step) => sum + step.cases, 0);
}

function casesText(count: number): string {
  return `${count} ${count === 1 ? "case" : "cases"}`;
}
