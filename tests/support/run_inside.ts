import { outcomeOf } from "../../lib/cli/outcome.ts";
import { outcomeOfError } from "../../lib/cli/outcome_of_error.ts";
import { settingsOf } from "../../lib/cli/settings.ts";
import { writeOutcome } from "../../lib/cli/write_outcome.ts";
import { TerminalUi } from "../../lib/report/terminal_ui.ts";
import type { CliRun } from "./run_cli.ts";

/** A line, or what is done while the question stands, and the line then. */
export type Answer = string | (() => Promise<string>);

/** Options of {@linkcode runInside}. */
export interface InsideOptions {
  /** The caller's folder. */
  readonly cwd: string;
  /** What somebody at a terminal answers, one line a question; absent: nobody can be asked. */
  readonly answers?: readonly Answer[];
  readonly signal?: AbortSignal;
}

/**
 * Runs a command line as `runCli` does, but in this process: the same
 * arguments, exit codes and output, without the start of a process and without
 * its permissions. For tables with many rows.
 */
export async function runInside(
  args: readonly string[],
  { cwd, answers, signal = new AbortController().signal }: InsideOptions,
): Promise<CliRun> {
  let [stdout, stderr] = ["", ""];
  const left = [...answers ?? []];
  const streams = {
    out: (text: string) => void (stdout += text),
    err: (text: string) => void (stderr += text),
    errIsTerminal: false,
    interactive: answers !== undefined,
    columns: 80,
    readLine: async () => {
      const answer = left.shift();
      return typeof answer === "function" ? await answer() : answer;
    },
  };
  const settings = settingsOf(args);
  const { line } = settings;
  const ui = new TerminalUi(streams, settings);
  const act = async () => {
    if ("failure" in line) return line.failure;
    const { command, options, arguments: words } = line;
    const { run } = await command.load();
    const context = { cwd, options, arguments: words, ui, signal };
    return outcomeOf(
      await run({ ...context, env: () => undefined }),
      options.strict === true,
    );
  };
  const outcome = await act().catch((error) => outcomeOfError(error));
  const command = "failure" in line ? undefined : line.command;
  await writeOutcome(outcome, {
    ...settings,
    told: ui.told,
    prints: command?.prints === true,
    reports: command?.reports === true && outcome.returned,
    color: { out: false, err: false },
  }, streams);
  return {
    code: outcome.exitCode,
    stdout,
    stderr,
    json<T>() {
      try {
        return JSON.parse(stdout) as T;
      } catch (cause) {
        const said = `exit ${outcome.exitCode}\n${stdout}\n${stderr}`;
        throw new Error(`stdout is not one JSON document: ${said}`, { cause });
      }
    },
  };
}
