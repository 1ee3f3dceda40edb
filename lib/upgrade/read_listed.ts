import { join } from "node:path";
import { readInside } from "../adopter/read_inside.ts";
import { blobId } from "../tree/blob_id.ts";
import type { ListingEntry } from "../tree/listing.ts";

/**
 * The content that a listing names, or `undefined` when other bytes stand
 * there: what a review shows is what the listing, and so the content digest,
 * says, whatever somebody does to the folder meanwhile. A link is not
 * followed; its text is its content.
 *
 * @param folder absolute path of the snapshot, or of its staging
 */
export function readListed(
  folder: string,
  { path, mode, size, id }: ListingEntry,
): Uint8Array | undefined {
  const bytes = mode === "120000"
    ? readLinkText(join(folder, path))
    : readInside(folder, path, size);
  return bytes !== undefined && blobId(bytes) === id ? bytes : undefined;
}

function readLinkText(place: string): Uint8Array | undefined {
  try {
    return new TextEncoder().encode(Deno.readLinkSync(place));
  } catch {
    return undefined;
  }
}
