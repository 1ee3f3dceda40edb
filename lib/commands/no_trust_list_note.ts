import type { Finding } from "../base/finding.ts";

/** The note where there is no trust list: nothing is trusted, nothing is wrong. */
export function noTrustListNote(): Finding {
  return {
    rule: "trust-list-absent",
    level: "note",
    message:
      "There is no trust list, so no source is trusted and nothing is installed or removed",
    fix: "write skill-sources.md, as docs/trust-list.md describes it",
  };
}
