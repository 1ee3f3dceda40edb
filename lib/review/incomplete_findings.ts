import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";

/** Paths that a message names, at most. */
const MAX_NAMED = 5;

/** What of a review a person has to look at elsewhere, as paths. */
export interface Incomplete {
  /** Contents that were not compared. */
  readonly omitted: readonly string[];
  /** Others, that were not scanned. */
  readonly unscanned: readonly string[];
  /** Files that did not change, and that no skill read before. */
  readonly unshown: readonly string[];
}

/** What a person must know when a review does not show all that is new to a skill. */
export function incompleteFindings(
  source: string,
  { omitted, unscanned, unshown }: Incomplete,
): Finding[] {
  const finding = (
    paths: readonly string[],
    [one, many]: readonly [string, string],
    what: string,
  ): Finding[] =>
    paths.length === 0 ? [] : [{
      rule: "review-incomplete",
      level: "warning",
      source,
      message: `${
        paths.length === 1 ? `1 ${one}` : `${paths.length} ${many}`
      } ${what}: ${named(paths)}; look at what stands there yourself`,
    }];
  return [
    ...finding(
      omitted,
      ["changed file is", "changed files are"],
      "too large, or together too many, to be compared and scanned, and known by size and digest alone",
    ),
    ...finding(
      unscanned,
      ["file is", "files are"],
      "together too large to be scanned",
    ),
    ...finding(
      unshown,
      [
        "file that no skill read before is",
        "files that no skill read before are",
      ],
      "as before, and so not in the diff",
    ),
  ];
}

function named(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const shown = paths.slice(0, MAX_NAMED).map((path) => printable(path))
    .join(", ");
  return more <= 0 ? shown : `${shown} and ${more} more`;
}
