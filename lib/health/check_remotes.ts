import type { Finding } from "../base/finding.ts";
import { DEFAULT_JOBS } from "../base/limits.ts";
import { mapBounded } from "../base/map_bounded.ts";
import { checkRemote } from "./check_remote.ts";
import type { CheckedSource } from "./check_source.ts";
import type { RemoteCheckContext } from "./remote_check.ts";

/** What the sources say now. */
export interface RemoteChecks {
  /** In trust-list order, whichever server was faster. */
  readonly findings: readonly Finding[];
  /** The tag of the newest release after the pinned one, by source. */
  readonly newer: ReadonlyMap<string, string>;
}

/** Asks several sources at a time; one that cannot be asked keeps no other from it. */
export async function checkRemotes(
  sources: readonly Pick<CheckedSource, "source" | "block" | "local">[],
  context: RemoteCheckContext,
): Promise<RemoteChecks> {
  const checks = await mapBounded(
    sources,
    DEFAULT_JOBS,
    async ({ source, block, local }) => ({
      id: source.id as string,
      ...await checkRemote(source, block, local, context),
    }),
  );
  return {
    findings: checks.flatMap(({ findings }) => findings),
    newer: new Map(
      checks.flatMap(({ id, newer }) =>
        newer === undefined ? [] : [[id, newer] as const]
      ),
    ),
  };
}
