import { UsageError } from "../base/errors.ts";
import type { ParsedOptions } from "../commands/command.ts";
import { printable } from "../report/printable.ts";
import { readOptions } from "./read_options.ts";
import { requireCommand } from "./require_command.ts";
import type { CommandSpec } from "./spec.ts";
import { commandsOf, findCommand } from "./table.ts";
import { type OptionToken, tokenize } from "./tokenize.ts";

/** A command line that holds. */
export interface ParsedLine {
  readonly command: CommandSpec;
  readonly options: ParsedOptions;
  readonly arguments: readonly string[];
  /** What stands after `--`, where the command hands it on. */
  readonly rest: readonly string[];
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
  if (asked === "help" && words.length === 1 && isGroup(words[0]!)) {
    return formLine("help", given, words);
  }
  const named = words.length === 0 ? undefined : requireCommand(words);
  if (asked !== undefined) {
    const about = asked === "help" ? named?.name.split(" ") : undefined;
    return formLine(asked, given, about ?? []);
  }
  const command = named!;
  const own = words.slice(command.name.split(" ").length);
  const end = tokens.findIndex(({ kind }) => kind === "option-terminator");
  const behind = end === -1 ? 0 : tokens.length - end - 1;
  const rest = command.passes === true && behind > 0 ? own.splice(-behind) : [];
  const options = readOptions(command, given);
  if (command.name === "help") checkTopic(own);
  else checkArguments(command, own);
  return { command, options, arguments: own, rest };
}

function isGroup(word: string): boolean {
  return findCommand(word) === undefined && commandsOf(word).length > 0;
}

/** The line of a command that was asked for by an option. */
function formLine(
  name: string,
  given: readonly OptionToken[],
  words: readonly string[],
): ParsedLine {
  const command = findCommand(name)!;
  const form = given.filter((token) => FORM_OPTIONS.includes(token.name));
  const options = readOptions(command, form);
  return { command, options, arguments: words, rest: [] };
}

/** The words of `help` are the name of one command, or of a group. */
function checkTopic(words: readonly string[]): void {
  if (words.length === 0 || (words.length === 1 && isGroup(words[0]!))) return;
  const extra = words[requireCommand(words).name.split(" ").length];
  if (extra !== undefined) throw tooMuch("help", "one argument", extra);
}

function tooMuch(name: string, takes: string, extra: string): UsageError {
  return new UsageError(
    "usage",
    `\`${name}\` takes ${takes}: \`${printable(extra)}\` is too much.`,
  );
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
    const takes = command.arguments.length === 0
      ? "no argument"
      : "one argument";
    throw tooMuch(command.name, takes, extra);
  }
}
