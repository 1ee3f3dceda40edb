import { executableFindings } from "./executable_findings.ts";
import type { ContentFinding, ScanFile } from "./model.ts";
import { scanFile } from "./scan_file.ts";

/** What was found in several files. */
export interface ScanResult {
  readonly findings: readonly ContentFinding[];
  /** Files that were looked at. */
  readonly files: number;
}

/** What is known besides the files. */
export interface ScanOptions {
  /** Paths that were executable in the version before. */
  readonly executableBefore?: ReadonlySet<string>;
}

/**
 * Looks at files one after the other, so that one content is held at a time;
 * executable ones are named folder by folder at the end.
 */
export async function scanFiles(
  files: Iterable<ScanFile> | AsyncIterable<ScanFile>,
  { executableBefore }: ScanOptions = {},
): Promise<ScanResult> {
  const findings: ContentFinding[] = [];
  const executable: string[] = [];
  let count = 0;
  for await (const file of files) {
    count++;
    const found = scanFile(file);
    findings.push(...found);
    const known = executableBefore?.has(file.path) === true ||
      found.some(({ rule }) => rule === "executable-file");
    if (file.mode === "100755" && !known) executable.push(file.path);
  }
  return {
    findings: [...findings, ...executableFindings(executable)],
    files: count,
  };
}
