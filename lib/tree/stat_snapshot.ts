import type { ListingEntry } from "./listing.ts";
import type { SnapshotState } from "./snapshot_state.ts";
import { attempt, entryOf, walkSnapshot } from "./walk_snapshot.ts";

/**
 * Reads a snapshot by names, types, modes, sizes and times alone. The ids of
 * files are empty: a same-size edit with restored times is not seen.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function statSnapshot(dir: string): SnapshotState {
  return walkSnapshot(dir, statFile);
}

function statFile(place: string, path: string): ListingEntry | string {
  const info = attempt(() => Deno.lstatSync(place));
  return info instanceof Error ? "cannot be read" : entryOf(path, info, "");
}
