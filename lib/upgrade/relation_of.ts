import type { Adopter } from "../adopter/load_adopter.ts";
import { type Ancestry, ancestry } from "../git/ancestry.ts";
import type { HttpClient } from "../http/model.ts";
import type { StagedSource } from "../install/fetch_source.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import { installedCommit } from "./installed_commit.ts";
import { isOlderVersion } from "./is_older_version.ts";

/** What asking a server for its history needs. */
export interface RelationContext {
  readonly adopter: Adopter;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
  readonly scratch: string;
}

/** How what was fetched stands to what is locked. */
export interface Relation {
  /** `undefined` where there are no two commits to compare. */
  readonly ancestry: Ancestry | undefined;
  readonly olderVersion: boolean;
}

/**
 * Compares versions by their names, and commits by the history that the
 * source's server gives, of which only recomputed ids count.
 */
export async function relationOf(
  { source, block }: SourcePlan,
  staged: StagedSource,
  context: RelationContext,
): Promise<Relation> {
  const older = installedCommit(source.id, block, context.adopter);
  const newer = staged.commit;
  const olderVersion = block !== undefined &&
    source.pin.method !== "git-branch" &&
    isOlderVersion(source.pin.ref, block.pin.ref);
  if (older === undefined || newer === undefined) {
    return { ancestry: undefined, olderVersion };
  }
  const found = await ancestry(source.pin.url, { older, newer }, context);
  return { ancestry: found, olderVersion };
}
