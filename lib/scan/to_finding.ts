import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { ContentFinding } from "./model.ts";

/** What was found in a file as a finding, whose message begins with the place and ends with the decoded text. */
export function toFinding(found: ContentFinding): Finding {
  const { rule, level, path, line, column, decoded, message } = found;
  const place = [path, line, column].filter((part) => part !== undefined)
    .join(":");
  return {
    rule,
    level,
    path,
    ...(line === undefined ? {} : { line }),
    message: `${printable(place)}: ${message}${
      decoded === undefined ? "" : `: "${printable(decoded)}"`
    }`,
  };
}
