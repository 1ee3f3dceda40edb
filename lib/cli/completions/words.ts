import { SCHEMA_NAMES } from "../../schema/schema_of.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "../spec.ts";

/** What may stand at a place of the command line. */
export type Words = readonly string[] | "files" | "folders" | "nothing";

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  /** Its own options and the global ones that these do not replace. */
  readonly options: readonly CompletedOption[];
  /** What follows its name. */
  readonly words: Words;
}

/** An option as a shell completes it. */
export interface CompletedOption {
  /** `--format`, and `-j` where there is a letter. */
  readonly names: readonly string[];
  readonly summary: string;
  /** What its value may be; absent when it takes none. */
  readonly words?: Words;
}

/** All that a completion script knows: it reads no file and starts nothing. */
export interface CompletedTable {
  readonly commands: readonly CompletedCommand[];
  /** Options that stand before a command too. */
  readonly global: readonly CompletedOption[];
  /** Names of all options that take a value. */
  readonly valued: readonly string[];
}

/** What the command table says to a shell. */
export function completedTable(
  commands: readonly CommandSpec[],
  global: readonly OptionSpec[],
): CompletedTable {
  const all = [...global, ...commands.flatMap(({ options }) => options)];
  const valued = all.filter(({ kind }) => kind !== "boolean").flatMap(namesOf);
  return {
    commands: commands.map(({ name, summary, options, arguments: words }) => ({
      name,
      summary,
      options: [
        ...options,
        ...global.filter((one) =>
          !options.some((own) => own.name === one.name)
        ),
      ].map(completedOption),
      words: wordsAfter(name, words[0], commands),
    })),
    global: global.map(completedOption),
    valued: [...new Set(valued)].sort(),
  };
}

function completedOption(option: OptionSpec): CompletedOption {
  const { kind, choices, value, summary } = option;
  const words: Words = choices ??
    (value === "DIR"
      ? "folders"
      : value?.includes("FILE")
      ? "files"
      : "nothing");
  return {
    names: namesOf(option),
    summary,
    ...(kind === "boolean" ? {} : { words }),
  };
}

function namesOf({ name, short }: OptionSpec): string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}

/** Ids and urls are nobody's to guess: a trust list is not read for them. */
function wordsAfter(
  name: string,
  argument: ArgumentSpec | undefined,
  commands: readonly CommandSpec[],
): Words {
  if (name === "help") {
    // A word of a shell has no blank in it.
    return [...new Set(commands.map((command) => command.name.split(" ")[0]!))];
  }
  if (name === "schema") return SCHEMA_NAMES;
  if (argument === undefined) return "nothing";
  return argument.choices ??
    (/^(?:path|dir|file)$/.test(argument.name) ? "files" : "nothing");
}

/** The words that may follow `first` where commands of two words begin with it. */
export function secondWords(
  { commands }: CompletedTable,
): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first, second] = name.split(" ");
    if (second === undefined) continue;
    words.set(first!, [...words.get(first!) ?? [], second]);
  }
  return words;
}

/** `text` as one word of any of the shells, in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
