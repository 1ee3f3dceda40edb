import type { Finding } from "../base/finding.ts";
import { MAX_REVIEW_SCAN_BYTES } from "../base/limits.ts";
import type { ContentFinding } from "../scan/model.ts";
import { scanFile } from "../scan/scan_file.ts";
import { toFinding } from "../scan/to_finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { counted } from "./counted.ts";
import type { Contents, FileDelta } from "./model.ts";

/** Findings of one rule that a review names one by one: it has to be read. */
const SHOWN = 10;

/** What a scan of the changed files found. */
export interface NewFindings {
  readonly findings: readonly Finding[];
  /** Paths that were not scanned, because there is too much to scan. */
  readonly unscanned: readonly string[];
}

/**
 * What section 8 of the contract finds in the added and changed files of
 * provided skills, as warnings. A finding is new when the old version of the
 * same file has none of the same rule with the same decoded text; lines may
 * have moved. At most {@linkcode MAX_REVIEW_SCAN_BYTES} are scanned.
 *
 * @param source id that the findings are about
 */
export function newFindings(
  source: string,
  deltas: readonly FileDelta[],
  contents: { readonly old: Contents; readonly next: Contents },
): NewFindings {
  const unscanned: string[] = [];
  const rules = new Map<Finding["rule"], Finding[]>();
  let left = MAX_REVIEW_SCAN_BYTES;
  for (const delta of deltas) {
    const { path, skill } = delta;
    const bytes = contents.next.get(path);
    if (skill === undefined || bytes === undefined) continue;
    const before = contents.old.get(path);
    left -= bytes.length + (before?.length ?? 0);
    if (left < 0) {
      unscanned.push(path);
      continue;
    }
    for (const found of fresh(delta, before, bytes)) {
      const known = rules.get(found.rule) ?? [];
      known.push({
        ...toFinding(found),
        level: "warning",
        source,
        skill,
        path: `${SNAPSHOTS}/${source}/${path}`,
      });
      rules.set(found.rule, known);
    }
  }
  const findings = [...rules].flatMap(([rule, found]) => {
    const more = found.length - SHOWN;
    if (more <= 0) return found;
    return [...found.slice(0, SHOWN), {
      rule,
      level: "warning" as const,
      source,
      message: `${
        counted(more, "more place")
      } of this kind; skill-sources scan names them all`,
    }];
  });
  return { findings, unscanned };
}

function fresh(
  { path, from, to }: FileDelta,
  before: Uint8Array | undefined,
  bytes: Uint8Array,
): ContentFinding[] {
  const found = scanFile({ path, mode: to!.mode, bytes });
  if (found.length === 0 || from === undefined || before === undefined) {
    return found;
  }
  const known = new Set(
    scanFile({ path, mode: from.mode, bytes: before }).map(identity),
  );
  return found.filter((finding) => !known.has(identity(finding)));
}

/** Where there is no text to tell findings apart, as in a count of more places, the message does. */
function identity({ rule, decoded, message }: ContentFinding): string {
  return decoded === undefined ? `${rule} ${message}` : `${rule}\n${decoded}`;
}
