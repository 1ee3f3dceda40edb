import { TerminalUi } from "../report/terminal_ui.ts";
import type { Ui } from "../report/ui.ts";
import { callerFolder } from "./caller_folder.ts";
import { interrupts } from "./interrupts.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { outcomeOfError } from "./outcome_of_error.ts";
import type { ParsedLine } from "./parse_arguments.ts";
import { readEnv } from "./read_env.ts";
import { settingsOf } from "./settings.ts";
import { terminal } from "./terminal.ts";
import { writeOutcome } from "./write_outcome.ts";

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
  const watch = interrupts(needs === "write" || needs === "network", exit);
  const streams = terminal(readEnv, watch.signal);
  const ui = new TerminalUi(streams, settings);

  const reached = "failure" in line
    ? line.failure
    : await run(line, needs === "nothing", ui, watch.signal).catch((error) =>
      outcomeOfError(error, { interrupted: watch.exitCode(), needs })
    );
  const outcome = {
    ...reached,
    exitCode: watch.exitCode() ?? reached.exitCode,
  };
  watch.stop();
  ui.clearProgress();

  const color = !settings.noColor && !Deno.noColor;
  writeOutcome(outcome, {
    ...settings,
    reports: !("failure" in line) && line.command.reports === true,
    color: {
      out: color && Deno.stdout.isTerminal(),
      err: color && streams.errIsTerminal,
    },
  }, streams);
  return outcome.exitCode;
}

/** A command that needs nothing has no folder to act in either: asking for it takes a permission. */
async function run(
  { command, options, arguments: words }: ParsedLine,
  nowhere: boolean,
  ui: Ui,
  signal: AbortSignal,
): Promise<Outcome> {
  const cwd = nowhere
    ? ""
    : callerFolder(options.directory as string | undefined, readEnv);
  const { run } = await command.load();
  const context = { cwd, options, arguments: words, ui, env: readEnv, signal };
  return outcomeOf(await run(context), options.strict === true);
}
