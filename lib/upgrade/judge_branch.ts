import { join } from "node:path";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { branchRewritten } from "../health/branch_rewritten.ts";
import type { HttpClient } from "../http/model.ts";
import type { StagedSource } from "../install/fetch_source.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import { installedCommit } from "./installed_commit.ts";
import { relationOf } from "./relation_of.ts";

/** What judging a branch needs of the run. */
export interface JudgeBranchContext {
  readonly adopter: Adopter;
  readonly http: () => Promise<HttpClient>;
  readonly signal: AbortSignal;
  readonly env: (name: string) => string | undefined;
  /** Staging folder relative to the root. */
  readonly staging: string;
}

/**
 * Lets `setup` notice that a branch which it fetched once more was rewritten
 * since this checkout fetched it last: nothing else would say so, as a branch
 * has no anchor.
 */
export async function judgeBranch(
  item: SourcePlan,
  staged: StagedSource,
  context: JudgeBranchContext,
): Promise<Finding[]> {
  const { source, block } = item;
  const { adopter, staging } = context;
  if (source.pin.method !== "git-branch") return [];
  const older = installedCommit(source.id, block, adopter);
  if (older === undefined || staged.commit === undefined) return [];
  const { ancestry } = await relationOf(item, staged, {
    ...context,
    http: await context.http(),
    scratch: join(adopter.root, staging),
  });
  return ancestry === "unrelated" || ancestry === "ancestor"
    ? [branchRewritten(source, older, staged.commit)]
    : [];
}
