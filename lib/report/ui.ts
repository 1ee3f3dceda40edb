import type { Finding } from "../base/finding.ts";

/**
 * How a command speaks while it runs. Commands never print: what they return
 * is rendered afterwards, and what must be said meanwhile goes through here.
 */
export interface Ui {
  /** Shows text that a following question is about (stdout, or stderr under `--json`). */
  show(text: string): void;
  /**
   * Shows text beside the result, on stderr: for a command whose stdout is for
   * a file or a pipe. Dropped under `--json`, which says the same, and `--quiet`.
   */
  aside?(text: string): void;
  /**
   * Asks for consent. Answers true at once under `--yes`; throws `UsageError`
   * (`consent-needed`) where nobody can answer.
   *
   * @param told findings that the question, or what was shown for it, tells
   * whoever is asked: the result does not repeat them to a person
   */
  confirm(question: string, told?: readonly Finding[]): Promise<boolean>;
  /** A line of progress; dropped unless stderr is a terminal. */
  progress(text: string): void;
}
