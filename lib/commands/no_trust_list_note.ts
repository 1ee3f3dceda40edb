import type { Finding } from "../base/finding.ts";

/**
 * The note where there is no trust list: nothing is trusted, nothing is wrong,
 * and `vouch` is the next step (contract section 1).
 */
export function noTrustListNote(): Finding {
  return {
    rule: "trust-list-absent",
    level: "note",
    message:
      "There is no trust list: no trusted sources, and nothing is installed or removed",
    fix: "skill-sources vouch <url> --write",
  };
}
