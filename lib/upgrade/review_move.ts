import type { Finding } from "../base/finding.ts";
import type { StagedSource } from "../install/fetch_source.ts";
import type { SourcePlan } from "../install/plan_setup.ts";
import type { Review } from "../review/model.ts";
import { installedSide, type InstalledSideContext } from "./installed_side.ts";
import { reviewFolders } from "./review_folders.ts";
import { stagedSide } from "./staged_side.ts";

/** A review, and what kept it from being whole. */
export interface MoveReview {
  readonly review: Review;
  readonly findings: readonly Finding[];
}

/** Compares what the lock says is installed with what was fetched. */
export async function reviewMove(
  item: SourcePlan,
  staged: StagedSource,
  context: InstalledSideContext,
): Promise<MoveReview> {
  const { old, findings } = await installedSide(item, context);
  const next = stagedSide(staged, context);
  const { id } = item.source;
  return {
    review: await reviewFolders(id, old, next, context.signal),
    findings,
  };
}
