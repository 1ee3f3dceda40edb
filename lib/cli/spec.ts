import type { CommandModule, OptionValue } from "../commands/command.ts";

/** How an option's value is read; a list is given by commas, by repeating, or both. */
export type OptionKind = "boolean" | "string" | "number" | "list";

/** One option, global or of a command. */
export interface OptionSpec {
  /** Long name without dashes, which is also its key among the parsed options. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  readonly kind: OptionKind;
  /** What the help calls the value: `N`, `DIR`; for every kind but boolean. */
  readonly value?: string;
  readonly summary: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** Smallest and largest number allowed. */
  readonly range?: readonly [number, number];
  /** Options it sets when given; another value for one of them is a contradiction. */
  readonly sets?: Readonly<Record<string, OptionValue>>;
  /** An option that cannot stand beside it. */
  readonly excludes?: string;
  /** What the command needs with this option, when that is more than without. */
  readonly needs?: Needs;
}

/** What follows the command's name. */
export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  /** The only words that make sense; the command itself refuses others. */
  readonly choices?: readonly string[];
  readonly optional: boolean;
  readonly repeated: boolean;
}

/** One line that works, and what it is for. */
export interface Example {
  readonly line: string;
  readonly summary: string;
}

/**
 * How much of the machine a command may touch; each includes those before it,
 * but that `run` alone may start the runner of suites.
 */
export type Needs = "nothing" | "read" | "run" | "write" | "network";

/** One command as the user sees it: help, parsing, completions and docs come from here. */
export interface CommandSpec {
  readonly name: string;
  /** One line, no full stop. */
  readonly summary: string;
  /** A paragraph for the command's own help. */
  readonly description: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
  readonly examples: readonly Example[];
  readonly needs: Needs;
  /** What stands after `--` is not the command's: it is handed on to a program. */
  readonly passes?: boolean;
  /** What shows beforehand what it would do, for those who cannot be asked. */
  readonly preview?: string;
  /** The findings are what the command was asked for: they go to stdout. */
  readonly reports?: boolean;
  /** Its text is what it was asked for, often into a file: `--quiet` keeps it. */
  readonly prints?: boolean;
  /** A literal import, so that no other command is loaded. */
  readonly load: () => Promise<CommandModule>;
}
