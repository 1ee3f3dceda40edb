import { printable } from "../report/printable.ts";
import { renderJson } from "../report/render_json.ts";
import { renderText } from "../report/render_text.ts";
import type { UiStreams } from "../report/terminal_ui.ts";
import type { Outcome } from "./outcome.ts";

/** In which form an outcome is written. */
export interface OutcomeForm {
  /** The command's name, or `error`. */
  readonly command: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Whether stdout, or stderr, shows colours. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether the findings are the command's output. */
  readonly reports: boolean;
}

/**
 * Writes what a run came to: one document on stdout under `--json`; else the
 * command's text on stdout and the findings on stderr, or on stdout too for a
 * command that was asked for them.
 */
export function writeOutcome(
  outcome: Outcome,
  form: OutcomeForm,
  streams: Pick<UiStreams, "out" | "err">,
): void {
  const { findings, document, stack } = outcome;
  if (form.verbose && stack !== undefined) {
    streams.err(`${printable(stack, { newlines: true })}\n`);
  }
  if (form.json) {
    const ok = outcome.exitCode === 0;
    streams.out(renderJson({ command: form.command, ok, findings, document }));
    return;
  }
  const text = printable(outcome.text, { newlines: true });
  if (text !== "" && !form.quiet) {
    streams.out(text.endsWith("\n") ? text : `${text}\n`);
  }
  const color = form.reports ? form.color.out : form.color.err;
  const report = renderText(findings, { color, quiet: form.quiet });
  if (form.reports) streams.out(report);
  else streams.err(report);
}
