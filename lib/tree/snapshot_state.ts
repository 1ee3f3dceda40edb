import type { Listing } from "./listing.ts";

/** Something in a snapshot that is no content: the path and what it is, as a phrase. */
export interface StrangeEntry {
  readonly path: string;
  readonly what: string;
}

/** A snapshot as it lies on disk. */
export interface SnapshotState {
  /** Regular files and links, sorted by path bytes. */
  readonly listing: Listing;
  /** What cannot be content, or cannot be read; each is tampering or a fault. */
  readonly strange: readonly StrangeEntry[];
}
