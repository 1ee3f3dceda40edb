import { ConfigError, SkillSourcesError, UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { Outcome } from "./outcome.ts";

/** What was known when the error came. */
export interface ErrorSetting {
  /** Exit code of the signal that interrupted the run. */
  readonly interrupted?: number | undefined;
}

/**
 * The outcome of a command that threw: who is to blame decides the exit code
 * (contract section 6). An exception that nobody threw on purpose becomes one
 * sentence too; its stack is for `--verbose`.
 */
export function outcomeOfError(
  error: unknown,
  setting: ErrorSetting = {},
): Outcome {
  const none = { document: {}, text: "", returned: false };
  if (setting.interrupted !== undefined) {
    return {
      ...none,
      exitCode: setting.interrupted,
      findings: [{
        rule: "interrupted",
        level: "error",
        message:
          "The run was interrupted; run the same command again to finish it.",
      }],
    };
  }
  if (error instanceof SkillSourcesError) {
    const misread = error instanceof UsageError || error instanceof ConfigError;
    return {
      ...none,
      exitCode: misread ? 2 : 1,
      findings: error instanceof ConfigError
        ? error.findings
        : [error.toFinding()],
    };
  }
  return {
    ...none,
    exitCode: 1,
    findings: [unexpected(error)],
    ...stackOf(error),
  };
}

function unexpected(error: unknown): Finding {
  const message = printable(error instanceof Error ? error.message : `${error}`)
    .replace(/\.?$/, "");
  if (error instanceof Error && error.name === "NotCapable") {
    return {
      rule: "permission-missing",
      level: "error",
      message: `Deno was started without a permission that is needed here: ${
        message.replace(/, run again with.*/, "")
      }.`,
    };
  }
  return {
    rule: "internal",
    level: "error",
    message:
      `A fault of this tool itself: ${message}; run it again with \`--verbose\` and report what it prints.`,
  };
}

function stackOf(error: unknown): { stack?: string } {
  return error instanceof Error && error.stack !== undefined
    ? { stack: error.stack }
    : {};
}
