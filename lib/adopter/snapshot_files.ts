import { join } from "node:path";
import { SNAPSHOTS } from "../store/paths.ts";
import { type Listing, listingDigest } from "../tree/listing.ts";
import { statSnapshot } from "../tree/stat_snapshot.ts";
import { readListing } from "./source_state.ts";

/**
 * The files of a snapshot: its listing, when that hashes to `expected`, else
 * what lies on disk.
 */
export function snapshotFiles(
  root: string,
  id: string,
  expected: string | undefined,
): Listing {
  const listing = readListing(root, id);
  return listing !== undefined && listingDigest(listing) === expected
    ? listing
    : statSnapshot(join(root, SNAPSHOTS, id)).listing;
}
