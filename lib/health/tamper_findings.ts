import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { SnapshotComparison } from "../tree/compare_snapshot.ts";

/** The errors of a snapshot whose bytes are not the locked ones: one for each file. */
export function tamperFindings(
  id: string,
  comparison: SnapshotComparison,
): Finding[] {
  const of = (paths: readonly string[], what: string) =>
    paths.map((path) => tampered(id, path, what));
  const findings = [
    ...of(comparison.changed, "was changed"),
    ...of(comparison.modeChanged, "has another executable bit"),
    ...of(comparison.added, "was added"),
    ...of(comparison.missing, "is missing"),
    ...comparison.strange.map(({ path, what }) => tampered(id, path, what)),
  ];
  if (findings.length > 0) return findings;
  return [{
    rule: "snapshot-tampered",
    level: "error",
    source: id,
    path: `${SNAPSHOTS}/${id}`,
    message:
      `the snapshot ${id} is not the locked content; its listing is gone, so the files at fault cannot be named`,
    fix: "skill-sources setup",
  }];
}

function tampered(id: string, path: string, what: string): Finding {
  return {
    rule: "snapshot-tampered",
    level: "error",
    source: id,
    path: `${SNAPSHOTS}/${id}/${printable(path)}`,
    message: `${printable(path)} ${what} in the snapshot ${id}`,
    fix: "skill-sources setup",
  };
}
