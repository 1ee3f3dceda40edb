import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";

/** Paths that the message names, at most. */
const MAX_NAMED = 5;

/** What a person must know when some changed files were not looked into. */
export function incompleteFinding(
  source: string,
  omitted: readonly string[],
): Finding[] {
  if (omitted.length === 0) return [];
  const named = omitted.slice(0, MAX_NAMED).map((path) => printable(path));
  const more = omitted.length - named.length;
  return [{
    rule: "review-incomplete",
    level: "warning",
    source,
    message: `${
      omitted.length === 1
        ? "1 changed file is"
        : `${omitted.length} changed files are`
    } too large or too many to be compared and scanned, and known by size and digest alone: ${
      named.join(", ")
    }${
      more === 0 ? "" : ` and ${more} more`
    }; look at them before you trust the new version`,
  }];
}
