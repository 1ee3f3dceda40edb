import type { LockBlock } from "../lock/model.ts";

/**
 * Whether a person was shown what the bytes of this block are worth knowing
 * for, when their digest was locked: a fresh clone brings no news then, and
 * `verify` goes on saying what stands to be said. A branch locks no digest.
 */
export function isAccepted(block: LockBlock | undefined): boolean {
  return block?.content !== undefined && block.pin.method !== "git-branch";
}
