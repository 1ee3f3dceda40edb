import type { Finding } from "../base/finding.ts";

/** The note where there is no trust list: nothing is trusted, nothing is wrong. */
export function noTrustListNote(): Finding {
  return {
    rule: "trust-list-absent",
    level: "note",
    message:
      "there is no trust list, so no source is trusted and nothing is installed or removed",
    fix: "skill-sources vouch <url> --write",
  };
}
