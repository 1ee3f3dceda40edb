import type { Finding } from "../base/finding.ts";
import type { ScanFile } from "./model.ts";
import { scanFile } from "./scan_file.ts";
import { toFinding } from "./to_finding.ts";

/** What a review knows besides the files. */
export interface ReviewOptions {
  /** Paths that were executable in the version before; those are not new. */
  readonly executableBefore?: ReadonlySet<string>;
}

/**
 * The findings about the content of a source that a person sees before its
 * skills are linked or moved on: those of `scan`, all of them warnings, so
 * that they refuse nothing unless `--strict` says so (contract section 8).
 * Files are taken one at a time, so that one content is held at a time.
 *
 * @param files the files of the provided skills, paths from the source's root
 */
export async function reviewFindings(
  files: Iterable<ScanFile> | AsyncIterable<ScanFile>,
  _options: ReviewOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const file of files) {
    for (const found of scanFile(file)) {
      findings.push({ ...toFinding(found), level: "warning" });
    }
  }
  return findings;
}
