import type { Finding } from "../base/finding.ts";
import type { ContentFinding, ScanFile } from "./model.ts";
import { scanFiles, type ScanOptions } from "./scan_files.ts";
import { toFinding } from "./to_finding.ts";

/** Findings of one rule that a review shows one by one. */
const SHOWN = 10;

/**
 * The findings about the content of a source that a person sees before its
 * skills are linked or moved on: those of `scan`, all of them warnings, so
 * that they refuse nothing unless `--strict` says so (contract section 8). Of
 * each rule the gravest few are shown and the rest is counted: a review has to
 * be read.
 *
 * @param files the files of the provided skills, by their paths in the source
 */
export async function reviewFindings(
  files: Iterable<ScanFile> | AsyncIterable<ScanFile>,
  options: ScanOptions = {},
): Promise<Finding[]> {
  const { findings } = await scanFiles(files, options);
  const rules = Map.groupBy(findings, ({ rule }) => rule);
  return [...rules.values()].flatMap(reviewed);
}

function reviewed(findings: readonly ContentFinding[]): Finding[] {
  const weight = ({ level, grave }: ContentFinding) =>
    level === "error" ? 0 : grave === true ? 1 : 2;
  const gravest = findings.toSorted((a, b) => weight(a) - weight(b));
  const shown = gravest.slice(0, SHOWN).map((found): Finding => ({
    ...toFinding(found),
    level: "warning",
  }));
  const more = findings.length - shown.length;
  if (more === 0) return shown;
  return [...shown, {
    rule: findings[0]!.rule,
    level: "warning",
    message: `${more} more of these; skill-sources scan names them all`,
  }];
}
