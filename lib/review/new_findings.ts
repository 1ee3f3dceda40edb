import type { Finding } from "../base/finding.ts";
import { MAX_REVIEW_SCAN_BYTES } from "../base/limits.ts";
import type { ContentFinding, ScanFile } from "../scan/model.ts";
import { scanFile } from "../scan/scan_file.ts";
import { toFinding } from "../scan/to_finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { counted } from "./counted.ts";
import type { ComposeOptions, Contents, FileDelta } from "./model.ts";

/** Findings of one rule that a review names one by one: it has to be read. */
const SHOWN = 10;

/** What a scan of the changed files found. */
export interface NewFindings {
  readonly findings: readonly Finding[];
  /** Paths that were not scanned, because there is too much to scan. */
  readonly unscanned: readonly string[];
}

/**
 * What section 8 of the contract finds in the added and changed files that
 * provided skills read, and in those that none read before, as warnings. A finding is new when the old version of the
 * same file has none of the same rule with the same decoded text; lines may
 * have moved. At most {@linkcode MAX_REVIEW_SCAN_BYTES} are scanned.
 *
 * @param source id that the findings are about
 */
export function newFindings(
  source: string,
  deltas: readonly FileDelta[],
  contents: { readonly old: Contents; readonly next: Contents },
  { read = new Set(), arrived = new Map() }: ComposeOptions = {},
): NewFindings {
  const unscanned: string[] = [];
  const rules = new Map<Finding["rule"], Finding[]>();
  let left = MAX_REVIEW_SCAN_BYTES;
  for (const delta of deltas) {
    const { path, skill, from, to } = delta;
    const bytes = contents.next.get(path);
    if (skill === undefined && !read.has(path)) continue;
    if (to === undefined || bytes === undefined) continue;
    // What was there unread has been accepted by nobody.
    const before = arrived.has(path) ? undefined : contents.old.get(path);
    const old = from === undefined || before === undefined
      ? undefined
      : { path, mode: from.mode, bytes: before };
    look({ path, mode: to.mode, bytes }, old, skill);
  }
  for (const [path, { unchanged, mode, bytes }] of arrived) {
    if (!unchanged) continue;
    if (bytes === undefined) unscanned.push(path);
    else look({ path, mode, bytes });
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

  function look(file: ScanFile, old?: ScanFile, skill?: string): void {
    left -= file.bytes.length + (old?.bytes.length ?? 0);
    if (left < 0) {
      unscanned.push(file.path);
      return;
    }
    for (const found of fresh(old, file)) {
      const known = rules.get(found.rule) ?? [];
      known.push({
        ...toFinding(found),
        level: "warning",
        source,
        ...(skill === undefined ? {} : { skill }),
        path: `${SNAPSHOTS}/${source}/${file.path}`,
      });
      rules.set(found.rule, known);
    }
  }
}

function fresh(old: ScanFile | undefined, file: ScanFile): ContentFinding[] {
  const found = scanFile(file);
  if (found.length === 0 || old === undefined) return found;
  const known = new Set(scanFile(old).map(identity));
  return found.filter((finding) => !known.has(identity(finding)));
}

/** Where there is no text to tell findings apart, as in a count of more places, the message does. */
function identity({ rule, decoded, message }: ContentFinding): string {
  return decoded === undefined ? `${rule} ${message}` : `${rule}\n${decoded}`;
}
