import type { Finding } from "../base/finding.ts";
import type { ContentFinding } from "../scan/model.ts";
import { scanFile } from "../scan/scan_file.ts";
import { toFinding } from "../scan/to_finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { Contents, FileDelta } from "./model.ts";

/**
 * What section 8 of the contract finds in added and changed files, as
 * warnings. A finding is new when the old version of the same file has none of
 * the same rule with the same decoded text; lines may have moved.
 *
 * @param source id that the findings are about
 */
export function newFindings(
  source: string,
  deltas: readonly FileDelta[],
  contents: { readonly old: Contents; readonly next: Contents },
): Finding[] {
  return deltas.flatMap(({ path, skill, from, to }) => {
    const bytes = contents.next.get(path);
    if (to === undefined || bytes === undefined) return [];
    const found = [...scanFile({ path, mode: to.mode, bytes })];
    if (found.length === 0) return [];
    const before = contents.old.get(path);
    const known = new Set(
      from === undefined || before === undefined
        ? []
        : [...scanFile({ path, mode: from.mode, bytes: before })].map(identity),
    );
    return found.filter((finding) => !known.has(identity(finding)))
      .map((finding): Finding => ({
        ...toFinding(finding),
        level: "warning",
        source,
        ...(skill === undefined ? {} : { skill }),
        path: `${SNAPSHOTS}/${source}/${path}`,
      }));
  });
}

function identity({ rule, decoded = "" }: ContentFinding): string {
  return `${rule}\n${decoded}`;
}
