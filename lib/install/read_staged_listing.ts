import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import type { SourceId } from "../base/ids.ts";
import { diskError } from "../store/disk_error.ts";
import { type Listing, parseListing } from "../tree/listing.ts";

/**
 * The listing of a source that this run has just staged.
 *
 * @throws {HostError} `disk-error` when it is not what the run wrote.
 */
export function readStagedListing(
  root: string,
  staging: string,
  id: SourceId,
): Listing {
  const path = `${staging}/${id}.files`;
  let text: string;
  try {
    text = Deno.readTextFileSync(join(root, path));
  } catch (error) {
    throw diskError(error, "read", path);
  }
  const listing = parseListing(text);
  if (listing !== undefined) return listing;
  throw new HostError(
    "disk-error",
    `${path} was changed while it was being read; run again`,
    { path },
  );
}
