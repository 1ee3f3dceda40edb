import type { CommitId } from "../base/ids.ts";

/** One tag of a repository, as it says itself: nothing of it is verified yet. */
export interface Release {
  /** The tag's name without `refs/tags/`. */
  readonly ref: string;
  /** What the tag leads to in the end. */
  readonly commit: CommitId;
}
