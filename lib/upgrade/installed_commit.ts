import type { Adopter } from "../adopter/load_adopter.ts";
import type { LockBlock } from "../lock/model.ts";

/**
 * The commit that is installed of a source, as far as it is known. A branch
 * locks none, but this checkout knows where it fetched it.
 */
export function installedCommit(
  id: string,
  block: LockBlock | undefined,
  { locks }: Adopter,
): string | undefined {
  if (block?.pin.method === "git-tag") return block.pin.commit;
  if (block?.pin.method !== "git-branch") return undefined;
  return locks.local?.blocks.find((each) => each.id === id)?.fetchedCommit;
}
