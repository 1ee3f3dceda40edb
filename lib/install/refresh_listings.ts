import { HostError } from "../base/errors.ts";
import { atomicWrite } from "../store/atomic_write.ts";
import { STATE } from "../store/paths.ts";
import { serializeListing } from "../tree/listing.ts";
import type { Prepared } from "./prepare.ts";

/**
 * Writes the listings anew of the snapshots that stay, were hashed and found
 * intact, and whose listing is lost or has times of before a copy or a backup,
 * so that quick looks are quick again. Only under the run lock.
 *
 * A listing is a hint, believed only by its digest: it needs no journal, and a
 * full disk that keeps it from being written is no fault of the run.
 */
export function refreshListings(
  root: string,
  { plan, survey }: Pick<Prepared, "plan" | "survey">,
): void {
  for (const { source, action } of plan.sources) {
    if (action !== "keep") continue;
    const relisted = survey.states.get(source.id)?.comparison?.relisted;
    if (relisted === undefined) continue;
    const bytes = new TextEncoder().encode(serializeListing(relisted));
    try {
      atomicWrite(root, `${STATE}/${source.id}.files`, bytes);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
}
