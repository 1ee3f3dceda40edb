import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";

/** Paths that a message names, at most. */
const MAX_NAMED = 5;

/**
 * What a person must know when some changed files were not looked into.
 *
 * @param omitted paths whose contents were not compared
 * @param unscanned other paths, that were compared and not scanned
 */
export function incompleteFindings(
  source: string,
  omitted: readonly string[],
  unscanned: readonly string[],
): Finding[] {
  const finding = (paths: readonly string[], what: string): Finding[] =>
    paths.length === 0 ? [] : [{
      rule: "review-incomplete",
      level: "warning",
      source,
      message: `${
        paths.length === 1
          ? "1 changed file is"
          : `${paths.length} changed files are`
      } ${what}: ${named(paths)}; look at what changed there yourself`,
    }];
  return [
    ...finding(
      omitted,
      "too large, or together too many, to be compared and scanned, and known by size and digest alone",
    ),
    ...finding(unscanned, "together too large to be scanned"),
  ];
}

function named(paths: readonly string[]): string {
  const more = paths.length - MAX_NAMED;
  const shown = paths.slice(0, MAX_NAMED).map((path) => printable(path))
    .join(", ");
  return more <= 0 ? shown : `${shown} and ${more} more`;
}
