import type { Finding } from "../base/finding.ts";
import { SNAPSHOTS } from "../store/paths.ts";

/**
 * A finding about a file of a source, whose path is relative to the source's
 * root, as one about the source `id`, with a path from the repository's root.
 */
export function inSnapshot(finding: Finding, id: string): Finding {
  return {
    ...finding,
    source: id,
    ...(finding.path === undefined
      ? {}
      : { path: `${SNAPSHOTS}/${id}/${finding.path}` }),
  };
}
