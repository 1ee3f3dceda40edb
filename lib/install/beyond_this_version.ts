import type { Finding } from "../base/finding.ts";
import type { LockBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import { SELECTION_RULE } from "../tree/selection.ts";
import type { ResolvedSource } from "../trust/model.ts";

/**
 * Why this version of the tool must not fetch, or lock anew, a source that
 * another version may: it is left as it is.
 */
export function beyondThisVersion(
  { id, policy, vouched }: ResolvedSource,
  block: LockBlock | undefined,
): Finding | undefined {
  const place = { source: id, path: vouched.file, line: vouched.line };
  if (policy.manifest === "required") {
    return {
      rule: "bundle-failed",
      level: "error",
      ...place,
      message:
        `${id} demands a bundle manifest, which this version cannot verify yet; nothing of it is fetched`,
    };
  }
  if (block?.selection === undefined || block.selection === SELECTION_RULE) {
    return undefined;
  }
  return {
    rule: "lock-invalid",
    level: "error",
    ...place,
    message: `${id} was locked under selection rule ${
      printable(block.selection)
    }, which this version does not know; use the version that wrote the lock`,
  };
}
