import type { Finding } from "../base/finding.ts";
import type { Format } from "../report/format.ts";
import { printable } from "../report/printable.ts";
import { renderJson } from "../report/render_json.ts";
import { renderText } from "../report/render_text.ts";
import type { UiStreams } from "../report/terminal_ui.ts";
import type { Outcome } from "./outcome.ts";

/** In which form an outcome is written. */
export interface OutcomeForm {
  /** The command's name, or `error`. */
  readonly command: string;
  readonly format: Format;
  /** Whether warnings fail. */
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** Whether stdout, or stderr, shows colours. */
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Whether the findings are the command's output. */
  readonly reports: boolean;
  /** What a person was told before a question. */
  readonly told?: ReadonlySet<Finding>;
  /** Whether the text is what the command was asked for, not how it went. */
  readonly prints: boolean;
}

/**
 * Writes what a run came to: one document on stdout in a format for machines;
 * else the command's text on stdout and the findings on stderr, or on stdout
 * too for a command that was asked for them.
 */
export async function writeOutcome(
  outcome: Outcome,
  form: OutcomeForm,
  streams: Pick<UiStreams, "out" | "err">,
): Promise<void> {
  const { findings, stack } = outcome;
  if (form.verbose && stack !== undefined) {
    streams.err(`${printable(stack, { newlines: true })}\n`);
  }
  if (form.format !== "text") {
    streams.out(await machineText(outcome, form.format, form));
    return;
  }
  const text = printable(outcome.text, { newlines: true });
  if (text !== "" && (form.prints || !form.quiet)) {
    streams.out(text.endsWith("\n") ? text : `${text}\n`);
  }
  const color = form.reports ? form.color.out : form.color.err;
  const untold = findings.filter((finding) =>
    !form.told?.has(finding) || fails(finding, form.strict)
  );
  const report = renderText(untold, { color, quiet: form.quiet });
  if (form.reports) streams.out(report);
  else streams.err(report);
}

/** What makes the run fail is said at its end, whoever has read it before. */
function fails({ level }: Finding, strict: boolean): boolean {
  return level === "error" || (strict && level === "warning");
}

/** What a format is written by is loaded only when it is asked for. */
async function machineText(
  outcome: Outcome,
  format: Exclude<Format, "text">,
  { command, strict }: OutcomeForm,
): Promise<string> {
  const { findings, exitCode, document, returned } = outcome;
  const report = { command, exitCode, completed: returned, strict, findings };
  switch (format) {
    case "json":
      return renderJson({ command, ok: exitCode === 0, findings, document });
    case "sarif": {
      const { renderSarif } = await import("../report/render_sarif.ts");
      return renderSarif(report);
    }
    case "github": {
      const { renderGithub } = await import("../report/render_github.ts");
      return renderGithub(report);
    }
    case "junit": {
      const { renderJunit } = await import("../report/render_junit.ts");
      return renderJunit(report);
    }
  }
}
