import { join } from "node:path";
import type { StagedSource } from "../install/fetch_source.ts";
import { readStagedListing } from "../install/read_staged_listing.ts";
import type { SideFolder } from "./review_folders.ts";
import { sideOf } from "./side_of.ts";

/** Where a staged source lies. */
export interface StagedPlace {
  readonly root: string;
  /** Staging folder relative to the root, in which it lies as `<id>`. */
  readonly staging: string;
}

/** A source in staging as one side of a review. */
export function stagedSide(
  staged: StagedSource,
  { root, staging }: StagedPlace,
): SideFolder {
  const { source, inventory } = staged;
  const listing = readStagedListing(root, staging, source.id);
  return {
    folder: join(root, staging, source.id),
    side: sideOf(source, listing, inventory, staged),
  };
}
