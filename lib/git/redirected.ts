import type { Finding } from "../base/finding.ts";
import { redactUrl } from "../http/redact_url.ts";

/** The warning for a repository that answered from another url; nothing for one that did not. */
export function redirected(url: string, to: string | undefined): Finding[] {
  return to === undefined ? [] : [{
    rule: "redirected",
    level: "warning",
    message: `${redactUrl(url)} was answered by ${
      redactUrl(to)
    }; if the repository moved, put the new url into its entry.`,
  }];
}
