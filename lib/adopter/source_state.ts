import { join } from "node:path";
import type { ContentDigest } from "../base/ids.ts";
import { MAX_LISTING_BYTES } from "../base/limits.ts";
import type { LocalBlock, LockBlock } from "../lock/model.ts";
import { SNAPSHOTS, STATE } from "../store/paths.ts";
import type { Pin } from "../trust/model.ts";
import {
  compareSnapshot,
  quickState,
  type SnapshotComparison,
} from "../tree/compare_snapshot.ts";
import { type Listing, listingDigest, parseListing } from "../tree/listing.ts";

/**
 * What lies on disk for a source: nothing; exactly what the committed lock
 * says (a branch: the local lock); what this checkout fetched before the lock
 * moved on; something that nothing can be compared with; something that
 * somebody changed.
 */
export type InstalledState =
  | "missing"
  | "intact"
  | "outdated"
  | "unverified"
  | "edited";

/** What is known of one snapshot on disk. */
export interface SourceState {
  readonly state: InstalledState;
  /** The digest the bytes were compared with: the committed lock's, for a branch the local lock's. */
  readonly expected?: ContentDigest;
  /** Absent where there was nothing to compare. */
  readonly comparison?: SnapshotComparison;
}

/** How thoroughly {@linkcode sourceState} looks. */
export interface SourceStateOptions {
  /** By type, mode, size and time, and by bytes only where just the time differs: quick, and no proof. */
  readonly quick?: boolean;
}

/**
 * Compares the snapshot of one source with what the locks say of it. Reads
 * only; hashes every byte unless `quick`.
 */
export function sourceState(
  root: string,
  id: string,
  block: LockBlock | undefined,
  local: LocalBlock | undefined,
  options: SourceStateOptions = {},
): SourceState {
  const folder = join(root, SNAPSHOTS, id);
  if (!isFolder(folder)) return { state: "missing" };
  const branch = block?.pin.method === "git-branch";
  const expected = branch ? local?.content : block?.content;
  if (expected === undefined) return { state: "unverified" };
  const listing = readListing(root, id);
  const comparison = compare(folder, listing, expected, options);
  if (comparison.intact) {
    // What was fetched under another pin is not vouched for by this one, even
    // where the lock's content says the same: the anchor has to be asked again.
    const other = block !== undefined && local !== undefined &&
      !isOfPin(local, block.pin);
    const state = other ? "outdated" : "intact";
    return { state, expected, comparison };
  }
  // A colleague moved the lock on, and this checkout still has what it fetched then.
  if (local?.content !== undefined && local.content !== expected) {
    const older = compare(folder, listing, local.content, options);
    if (older.intact) {
      return { state: "outdated", expected, comparison: older };
    }
  }
  return { state: "edited", expected, comparison };
}

/** Whether the local lock says that the bytes came from this very pin. */
export function isOfPin(local: LocalBlock, pin: Pin): boolean {
  return local.method === pin.method && local.url === pin.url &&
    local.ref === pin.ref &&
    (pin.method !== "git-tag" || local.fetchedCommit === pin.commit) &&
    (pin.method !== "svn-zip" || local.fetchedSha512 === pin.sha512);
}

function compare(
  folder: string,
  listing: Listing | undefined,
  expected: ContentDigest,
  options: SourceStateOptions,
): SnapshotComparison {
  return options.quick && listing !== undefined &&
      listingDigest(listing) === expected
    ? quickState(folder, listing)
    : compareSnapshot(folder, listing, expected);
}

/** The listing of a snapshot, a hint that is believed only by its digest. */
export function readListing(root: string, id: string): Listing | undefined {
  const path = join(root, STATE, `${id}.files`);
  try {
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile || size > MAX_LISTING_BYTES) return undefined;
    return parseListing(Deno.readTextFileSync(path));
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
