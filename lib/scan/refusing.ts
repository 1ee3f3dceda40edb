import type { Finding } from "../base/finding.ts";

/**
 * What was found about content, as reasons to refuse its source: under
 * `--strict` a warning does (contract section 8). Told afterwards, it would
 * fail a run that has moved the pin already.
 */
export function refusing(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) =>
    finding.level === "warning" ? { ...finding, level: "error" } : finding
  );
}
