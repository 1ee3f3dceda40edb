import type { Finding, Level } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";

/** A finding about the file at `path`; `message` says what is wrong, `fix` how to mend it. */
export function lintFinding(
  rule: RuleName,
  level: Level,
  path: string,
  message: string,
  fix?: string,
): Finding {
  return {
    rule,
    level,
    path,
    message: `${path} ${message}`,
    ...(fix === undefined ? {} : { fix }),
  };
}
