import { type ContentDigest, safePath } from "../base/ids.ts";
import { MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import { contentDigest, type FileMode } from "./content_digest.ts";
import { compareUtf8 } from "./utf8_order.ts";

/** One materialised file as it was written. */
export interface ListingEntry {
  readonly path: string;
  readonly mode: FileMode;
  /** Blob id in git's SHA-256 object format, hex. */
  readonly id: string;
  /** Bytes; for a link, of its text. */
  readonly size: number;
  /** Modification time in milliseconds since 1970. */
  readonly mtime: number;
}

/**
 * The files of a snapshot, sorted by path bytes. It is kept as
 * `.state/<id>.files` and only ever a hint: it is believed when
 * {@linkcode listingDigest} gives the committed content digest, and then names
 * the files that were changed (contract section 3).
 */
export type Listing = readonly ListingEntry[];

const LINE =
  /^(100644|100755|120000) ([0-9a-f]{64}) (0|[1-9][0-9]{0,15}) (-?[1-9][0-9]{0,15}|0) (.+)$/s;

/** Writes a listing, one line a file: mode, blob id, size, time, path. */
export function serializeListing(listing: Listing): string {
  let text = "";
  for (const { mode, id, size, mtime, path } of listing) {
    text += `${mode} ${id} ${size} ${mtime} ${path}\n`;
  }
  return text;
}

/**
 * Reads a listing. Anything that {@linkcode serializeListing} would not have
 * written (order, spelling, a missing last line end) gives `undefined`: a
 * listing that cannot be read is no worse than none.
 */
export function parseListing(text: string): Listing | undefined {
  if (text === "") return [];
  if (!text.endsWith("\n")) return undefined;
  const listing: ListingEntry[] = [];
  let last: string | undefined;
  for (let start = 0, end; start < text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    const match = LINE.exec(text.slice(start, end));
    if (match === null || listing.length === MAX_SOURCE_ENTRIES) {
      return undefined;
    }
    const path = safePath(match[5]!);
    const size = Number(match[3]);
    const mtime = Number(match[4]);
    if (path === undefined) return undefined;
    if (!Number.isSafeInteger(size) || !Number.isSafeInteger(mtime)) {
      return undefined;
    }
    if (last !== undefined && compareUtf8(last, path) >= 0) return undefined;
    last = path;
    listing.push({
      mode: match[1] as FileMode,
      id: match[2]!,
      size,
      mtime,
      path,
    });
  }
  return listing;
}

/**
 * The content digest of what a listing names, or `undefined` when it names a
 * file inside a file, which no tree can hold.
 */
export function listingDigest(listing: Listing): ContentDigest | undefined {
  try {
    return contentDigest(listing);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
