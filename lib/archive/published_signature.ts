import { SourceError } from "../base/errors.ts";
import { MAX_SIDE_FILE_BYTES } from "../base/limits.ts";
import type { HttpClient } from "../http/model.ts";
import { readSideFile } from "./read_side_file.ts";
import { archiveName, siblingUrl } from "./archive_url.ts";

/** A signature file beside an archive. */
export interface PublishedSignature {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Downloads the signature that lies beside an archive: `<url>.asc`, else
 * `<url>.sig` (contract section 3). `undefined` when the server has neither.
 *
 * @throws {SourceError} when it could not be asked, or answered with a file
 * that is too large.
 */
export async function publishedSignature(
  http: HttpClient,
  url: string,
): Promise<PublishedSignature | undefined> {
  for (const suffix of [".asc", ".sig"]) {
    const side = siblingUrl(url, suffix);
    try {
      const bytes = await readSideFile(
        http,
        side,
        "the signature",
        MAX_SIDE_FILE_BYTES,
      );
      return { name: archiveName(side), bytes };
    } catch (error) {
      const absent = error instanceof SourceError && error.code === "not-found";
      if (!absent) throw error;
    }
  }
  return undefined;
}
