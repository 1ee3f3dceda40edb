import { TerminalUi } from "../report/terminal_ui.ts";
import type { Ui } from "../report/ui.ts";
import { callerFolder } from "./caller_folder.ts";
import { interrupts } from "./interrupts.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { outcomeOfError } from "./outcome_of_error.ts";
import type { ParsedLine } from "./parse_arguments.ts";
import { withLauncher } from "./permission_launch.ts";
import { readEnv } from "./read_env.ts";
import { settingsOf } from "./settings.ts";
import { terminal } from "./terminal.ts";
import { type OutcomeForm, writeOutcome } from "./write_outcome.ts";

/**
 * Runs one command line to its end and returns the exit code. `exit` ends the
 * process at once; only a second interrupt calls it.
 */
export async function main(
  argv: readonly string[],
  exit: (code: number) => void,
): Promise<number> {
  const settings = settingsOf(argv);
  const { line, needs } = settings;
  const watch = interrupts(needs !== "nothing" && needs !== "read", exit);
  const streams = terminal(readEnv, watch.signal);
  const ui = new TerminalUi(streams, settings);

  const reached = "failure" in line
    ? line.failure
    : await run(line, needs === "nothing", ui, watch.signal).catch((error) =>
      outcomeOfError(error, { interrupted: watch.exitCode() })
    );
  const outcome = {
    ...reached,
    findings: "failure" in line
      ? reached.findings
      : reached.findings.map((finding) => withLauncher(finding, line)),
    exitCode: watch.exitCode() ?? reached.exitCode,
  };
  watch.stop();
  ui.clearProgress();

  const color = !settings.noColor && !Deno.noColor;
  const form: OutcomeForm = {
    ...settings,
    told: ui.told,
    reports: !("failure" in line) && line.command.reports === true &&
      outcome.returned,
    prints: !("failure" in line) && line.command.prints === true,
    color: {
      out: color && Deno.stdout.isTerminal(),
      err: color && streams.errIsTerminal,
    },
  };
  try {
    await writeOutcome(outcome, form, streams);
    return outcome.exitCode;
  } catch (error) {
    const told: OutcomeForm = { ...form, format: "text", reports: false };
    await writeOutcome(outcomeOfError(error), told, streams);
    return 1;
  }
}

/** A command that needs nothing has no folder to act in either; looking at one takes a permission. */
async function run(
  { command, options, arguments: words, rest }: ParsedLine,
  nowhere: boolean,
  ui: Ui,
  signal: AbortSignal,
): Promise<Outcome> {
  const cwd = nowhere
    ? ""
    : callerFolder(options.directory as string | undefined, readEnv);
  const { run } = await command.load();
  const context = {
    cwd,
    options,
    arguments: words,
    rest,
    ui,
    env: readEnv,
    signal,
  };
  return outcomeOf(await run(context), options.strict === true);
}
