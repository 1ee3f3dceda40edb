import type { ContentDigest } from "../base/ids.ts";
import { contentDigest } from "./content_digest.ts";
import { type Listing, listingDigest, type ListingEntry } from "./listing.ts";
import { isNoise } from "./noise.ts";
import { rehashSnapshot } from "./rehash_snapshot.ts";
import type { SnapshotState, StrangeEntry } from "./snapshot_state.ts";
import { statSnapshot } from "./stat_snapshot.ts";

/** How a snapshot on disk differs from what was materialised. Paths are sorted, and unescaped. */
export interface SnapshotComparison {
  /** Whether the content is the expected one; noise does not count against it. */
  readonly intact: boolean;
  /** Whether the listing could be believed; the four lists are empty otherwise. */
  readonly listed: boolean;
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly missing: readonly string[];
  /** Same bytes, other executable bit. */
  readonly modeChanged: readonly string[];
  /** Devices, FIFOs, unreadable files, anything in `.git`. */
  readonly strange: readonly StrangeEntry[];
  /** Unlisted files that tools leave behind. */
  readonly noise: readonly string[];
  /**
   * The listing as it would be written now, where every byte was hashed and
   * found intact and the one at hand is lost or has other times.
   */
  readonly relisted?: Listing;
}

/**
 * Compares the bytes of a snapshot with the content digest that was locked.
 * The listing only tells which files differ, and only when it hashes to that
 * digest itself.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function compareSnapshot(
  dir: string,
  listing: Listing | undefined,
  content: ContentDigest,
): SnapshotComparison {
  const state = rehashSnapshot(dir);
  const believed = listing !== undefined && listingDigest(listing) === content
    ? listing
    : undefined;
  const difference = compare(state, believed, sameBytes);
  const unlisted = new Set(difference.noise);
  const counted = state.listing.filter(({ path }) => !unlisted.has(path));
  const withoutNoise = contentDigest(counted) === content;
  // Without a listing a source's own `x.pyc` cannot be told from noise.
  const withNoise = believed === undefined && !withoutNoise &&
    contentDigest(state.listing) === content;
  const intact = state.strange.length === 0 && (withoutNoise || withNoise);
  const now = withNoise ? state.listing : counted;
  const outOfDate = believed === undefined ||
    now.some(({ mtime }, at) => mtime !== believed[at]?.mtime);
  return {
    ...difference,
    noise: withoutNoise || believed !== undefined ? difference.noise : [],
    intact,
    ...(intact && outOfDate ? { relisted: now } : {}),
  };
}

/**
 * Compares type, mode, size and time of a snapshot's files with its listing,
 * which the caller has found to hash to the locked content digest. Where only
 * the time differs the bytes decide, as with git's index.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function quickState(dir: string, listing: Listing): SnapshotComparison {
  const difference = compare(statSnapshot(dir, listing), listing, sameStat);
  const { changed, added, missing, modeChanged, strange } = difference;
  const intact = [changed, added, missing, modeChanged, strange]
    .every((list) => list.length === 0);
  return { ...difference, intact };
}

type Same = (found: ListingEntry, listed: ListingEntry) => boolean;

const sameBytes: Same = (found, listed) => found.id === listed.id;
/** Links, and files whose time differs, have been read and have an id. */
const sameStat: Same = (found, listed) =>
  found.size === listed.size &&
  (found.id === "" ? found.mtime === listed.mtime : found.id === listed.id);

function compare(
  state: SnapshotState,
  listing: Listing | undefined,
  same: Same,
): Omit<SnapshotComparison, "intact"> {
  const open = new Map(listing?.map((entry) => [entry.path, entry]));
  const changed: string[] = [];
  const added: string[] = [];
  const modeChanged: string[] = [];
  const noise: string[] = [];
  for (const found of state.listing) {
    const { path, mode } = found;
    const listed = open.get(path);
    open.delete(path);
    if (listed === undefined) {
      if (mode !== "120000" && isNoise(path)) noise.push(path);
      else if (listing !== undefined) added.push(path);
    } else if (
      !same(found, listed) || (mode === "120000") !== (listed.mode === "120000")
    ) {
      changed.push(path);
    } else if (mode !== listed.mode) {
      modeChanged.push(path);
    }
  }
  return {
    listed: listing !== undefined,
    changed,
    added,
    missing: [...open.keys()],
    modeChanged,
    strange: state.strange,
    noise,
  };
}
