import { createHash } from "node:crypto";
import type { Finding } from "../base/finding.ts";

/**
 * What stays the same of a finding when lines are added above it, 64 hex
 * digits: its rule, path, source, skill, and its message without positions. By
 * it a reader of several reports knows an old finding from a new one.
 */
export function fingerprint(finding: Finding): string {
  const { rule, path, source, skill, message } = finding;
  const parts = [rule, path, source, skill, withoutPositions(message)];
  return createHash("sha256")
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest("hex");
}

/** Without `:12:3` after a path and without the number of `line 12`. */
function withoutPositions(message: string): string {
  return message.replace(/(?<=\S):\d+(?::\d+)?(?!\w)/g, "")
    .replace(/\b(lines?) \d+/g, "$1");
}
