import type { Finding } from "../base/finding.ts";
import type { CommandResult } from "../commands/command.ts";

/** What a run came to, ready to be rendered. */
export interface Outcome {
  readonly exitCode: number;
  /** Whether the command returned; false when it threw or never ran. */
  readonly returned: boolean;
  readonly findings: readonly Finding[];
  readonly document: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The stack of an unexpected exception, for `--verbose`. */
  readonly stack?: string;
}

/** The outcome of a command that returned (contract section 6, "Exit"). */
export function outcomeOf(result: CommandResult, strict: boolean): Outcome {
  const { findings, document, text } = result;
  const failed = findings.some(({ level }) =>
    level === "error" || (strict && level === "warning")
  );
  return {
    exitCode: result.exitCode ?? (failed ? 1 : 0),
    returned: true,
    findings,
    document,
    text,
  };
}
