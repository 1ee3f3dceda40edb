import { scanFile } from "../../lib/scan/scan_file.ts";
import type { ContentFinding, ScanFile } from "../../lib/scan/model.ts";

/** A file to scan, of a text or of bytes. */
export function file(
  content: string | Uint8Array,
  path = "SKILL.md",
  mode: ScanFile["mode"] = "100644",
): ScanFile {
  return {
    path,
    mode,
    bytes: typeof content === "string"
      ? new TextEncoder().encode(content)
      : content,
  };
}

/** What is found in a text. */
export function findingsIn(
  content: string | Uint8Array,
  path?: string,
): ContentFinding[] {
  return scanFile(file(content, path));
}

/** The rules that a text breaks, each once, sorted. */
export function rulesIn(content: string | Uint8Array, path?: string): string[] {
  return [...new Set(findingsIn(content, path).map(({ rule }) => rule))].sort();
}
