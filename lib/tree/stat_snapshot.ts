import type { Listing, ListingEntry } from "./listing.ts";
import { hashingReader } from "./rehash_snapshot.ts";
import type { SnapshotState } from "./snapshot_state.ts";
import { attempt, entryOf, walkSnapshot } from "./walk_snapshot.ts";

/**
 * Reads a snapshot by names, types, modes, sizes and times alone. The ids of
 * files are empty: a same-size edit with restored times is not seen.
 *
 * A file that has the size but not the time it has in `listing` is hashed, and
 * has its id: a copy or a backup may change times and nothing else.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function statSnapshot(
  dir: string,
  listing: Listing = [],
): SnapshotState {
  const listed = new Map(listing.map((entry) => [entry.path, entry]));
  const hash = hashingReader();
  return walkSnapshot(dir, (place, path) => {
    const found = statFile(place, path);
    const known = listed.get(path);
    return typeof found === "string" || known === undefined ||
        found.size !== known.size || found.mtime === known.mtime
      ? found
      : hash(place, path);
  });
}

function statFile(place: string, path: string): ListingEntry | string {
  const info = attempt(() => Deno.lstatSync(place));
  return info instanceof Error ? "cannot be read" : entryOf(path, info, "");
}
