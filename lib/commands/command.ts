import type { Finding } from "../base/finding.ts";
import type { Ui } from "../report/ui.ts";

/** The value of one option; `undefined` when it was not given. */
export type OptionValue =
  | boolean
  | string
  | number
  | readonly string[]
  | undefined;

/**
 * Options by their long name as typed, without the dashes: `options["dry-run"]`.
 * A boolean option is `true` or absent; what an option implies (`--frozen`:
 * `--yes`) and what it shortens (`--json`: `--format json`) is filled in.
 */
export type ParsedOptions = Readonly<Record<string, OptionValue>>;

/** What a command gets: nothing else of the process is its business. */
export interface CommandContext {
  /** Absolute folder to act in: the caller's, or that of `-C`. */
  readonly cwd: string;
  /** The options given, and what they imply. */
  readonly options: ParsedOptions;
  /** Arguments after the command's name. */
  readonly arguments: readonly string[];
  /** What stands after `--`, of a command that hands it on. */
  readonly rest?: readonly string[];
  /** How to show, ask and report progress meanwhile. */
  readonly ui: Ui;
  /** An environment variable; `undefined` also where Deno may not read it. */
  readonly env: (name: string) => string | undefined;
  /** Aborted by SIGINT or SIGTERM; throw its reason, or let it be thrown. */
  readonly signal: AbortSignal;
}

/** What a command found and did. */
export interface CommandResult {
  /** The command's own part of the `--json` document, after `schema`, `ok`, `findings`. */
  readonly document: Readonly<Record<string, unknown>>;
  /** What is wrong or worth knowing; the exit code follows from the levels. */
  readonly findings: readonly Finding[];
  /**
   * What a person reads on stdout, without the findings, without colour, with
   * or without a final line feed; `""` for nothing. Controls are escaped when
   * it is printed.
   */
  readonly text: string;
  /** Only where it does not follow from the findings. */
  readonly exitCode?: number;
}

/**
 * One command. It prints nothing; it throws `UsageError` or `ConfigError`
 * (exit 2) when it can attempt nothing, another `SkillSourcesError` (exit 1)
 * when it cannot go on, and returns every other fault as a finding.
 */
export type Command = (context: CommandContext) => Promise<CommandResult>;

/** What each module of `lib/commands` exports. */
export interface CommandModule {
  /** The command. */
  readonly run: Command;
}
