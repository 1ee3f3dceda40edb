import { UsageError } from "../base/errors.ts";
import type { ParsedOptions } from "../commands/command.ts";
import { printable } from "../report/printable.ts";
import { readOptions } from "./read_options.ts";
import { requireCommand } from "./require_command.ts";
import type { CommandSpec } from "./spec.ts";
import { findCommand } from "./table.ts";
import { tokenize } from "./tokenize.ts";

/** A command line that holds. */
export interface ParsedLine {
  readonly command: CommandSpec;
  readonly options: ParsedOptions;
  readonly arguments: readonly string[];
}

/** What still counts beside `--help` and `--version`; the rest of the line may be unfinished. */
const FORM_OPTIONS = ["format", "json", "no-color", "quiet", "verbose"];

/**
 * Reads a command line against the command table. Global options stand
 * anywhere before `--`; `--help` and `--version` become the commands of that
 * name. Throws `UsageError` (`usage`), which names the nearest command or
 * option, when any part does not hold: nothing is guessed or ignored.
 */
export function parseArguments(argv: readonly string[]): ParsedLine {
  const tokens = tokenize(argv);
  const words = tokens.flatMap((token) =>
    token.kind === "positional" ? [token.value] : []
  );
  const given = tokens.filter((token) => token.kind === "option");
  const asked = ["help", "version"].find((name) =>
    given.some((token) => token.name === name)
  );
  if (words.length === 0 && asked === undefined) {
    throw new UsageError(
      "usage",
      "No command is named; `skill-sources help` shows them.",
    );
  }
  const named = words.length === 0 ? undefined : requireCommand(words[0]!);
  if (asked !== undefined) {
    const command = findCommand(asked)!;
    const form = given.filter((token) => FORM_OPTIONS.includes(token.name));
    return {
      command,
      options: readOptions(command, form),
      arguments: asked === "help" && named !== undefined ? [named.name] : [],
    };
  }
  const command = named!;
  const rest = words.slice(1);
  const options = readOptions(command, given);
  checkArguments(command, rest);
  return { command, options, arguments: rest };
}

function checkArguments(command: CommandSpec, words: readonly string[]): void {
  const required = command.arguments.filter((each) => !each.optional);
  const missing = required[words.length];
  if (missing !== undefined) {
    throw new UsageError(
      "usage",
      `\`${command.name}\` needs <${missing.name}>.`,
    );
  }
  const open = command.arguments.some((each) => each.repeated);
  const extra = words[command.arguments.length];
  if (!open && extra !== undefined) {
    throw new UsageError(
      "usage",
      `\`${command.name}\` takes ${
        command.arguments.length === 0 ? "no argument" : "one argument"
      }: \`${printable(extra)}\` is too much.`,
    );
  }
}
