import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { displayWidth } from "./display_width.ts";
import { printable } from "./printable.ts";
import type { Ui } from "./ui.ts";

/** The process's streams, as far as a {@linkcode TerminalUi} needs them. */
export interface UiStreams {
  out(text: string): void;
  err(text: string): void;
  /** Whether stderr is a terminal. */
  readonly errIsTerminal: boolean;
  /** Whether somebody can be asked: stdin and stderr are terminals, and no `CI`. */
  readonly interactive: boolean;
  /** Columns of the terminal. */
  readonly columns: number;
  /** One line from stdin, `undefined` at its end; rejects when interrupted. */
  readLine(): Promise<string | undefined>;
}

/** What the command line says about speaking. */
export interface UiOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly yes: boolean;
  /** What shows beforehand what the command would do; absent where nothing does. */
  readonly preview?: string | undefined;
}

/** The command's voice on a terminal, in a pipe and in CI (contract section 6, "Consent"). */
export class TerminalUi implements Ui {
  readonly #streams: UiStreams;
  readonly #options: UiOptions;
  readonly #told = new Set<Finding>();
  #progressShown = false;

  constructor(streams: UiStreams, options: UiOptions) {
    this.#streams = streams;
    this.#options = options;
  }

  /** Shows text; dropped under `--quiet` when no question follows. */
  show(text: string): void {
    if (this.#options.quiet && this.#options.yes) return;
    this.clearProgress();
    const line = printable(text, { newlines: true });
    const ended = line.endsWith("\n") ? line : `${line}\n`;
    if (this.#options.json) this.#streams.err(ended);
    else this.#streams.out(ended);
  }

  /** Shows text on stderr; dropped under `--quiet` when no question follows. */
  aside(text: string): void {
    const { quiet, yes, json } = this.#options;
    if ((quiet && yes) || json) return;
    this.clearProgress();
    const line = printable(text, { newlines: true });
    this.#streams.err(line.endsWith("\n") ? line : `${line}\n`);
  }

  /** Asks on stderr; only `y` and `yes` are consent. */
  async confirm(
    question: string,
    told: readonly Finding[] = [],
  ): Promise<boolean> {
    const { yes, preview } = this.#options;
    if (yes) return true;
    if (this.#options.json || !this.#streams.interactive) {
      throw new UsageError(
        "consent-needed",
        `This needs consent and nobody can be asked here: ${
          preview === undefined
            ? ""
            : `look at what it would do with \`${preview}\`, then `
        }pass \`--yes\`.`,
        { fix: "--yes" },
      );
    }
    this.clearProgress();
    const asked = printable(question, { newlines: true });
    this.#streams.err(`${asked} [y/N] `);
    for (const finding of told) this.#told.add(finding);
    const answer = await this.#streams.readLine();
    if (answer === undefined) this.#streams.err("\n");
    return /^\s*y(?:es)?\s*$/i.test(answer ?? "");
  }

  /** The findings that a person who was asked has read. */
  get told(): ReadonlySet<Finding> {
    return this.#told;
  }

  /** Overwrites one line of stderr. */
  progress(text: string): void {
    const { errIsTerminal, columns } = this.#streams;
    if (!errIsTerminal || this.#options.quiet) return;
    let line = printable(text.slice(0, columns));
    while (displayWidth(line) >= columns) line = line.slice(0, -1);
    this.#streams.err(`\r\x1b[K${line}`);
    this.#progressShown = true;
  }

  /** Takes the progress line away, before anything else is written. */
  clearProgress(): void {
    if (!this.#progressShown) return;
    this.#streams.err("\r\x1b[K");
    this.#progressShown = false;
  }
}
