import { archiveName } from "../lib/archive/archive_url.ts";
import {
  type PublishedSignature,
  publishedSignature,
} from "../lib/archive/published_signature.ts";
import type { SavedArchive } from "../lib/archive/saved_archive.ts";
import { savedBytes } from "../lib/archive/saved_bytes.ts";
import { SourceError } from "../lib/base/errors.ts";
import type { HttpClient } from "../lib/http/model.ts";
import { acceptedSigner } from "../lib/signature/demand.ts";
import type { ObservedSignature } from "../lib/signature/observe.ts";
import { unchecked } from "../lib/signature/unchecked.ts";
import type { SvnZipPin } from "../lib/trust/model.ts";
import type { FetchContext, Fetched } from "./recipe.ts";

/**
 * Checks the signature that lies beside an archive, where the trust list
 * demands one. An archive whose signer is locked already matched it once: then
 * a signature that is out of reach is a warning.
 *
 * @throws {SourceError} `signature-…`, `signer-changed`, or why the signature
 * could not be downloaded
 */
export async function checkArchiveSignature(
  saved: SavedArchive,
  { url }: SvnZipPin,
  { http, signing, observe }: FetchContext,
): Promise<Pick<Fetched, "signer" | "observed" | "findings">> {
  if (signing === undefined) {
    return observe
      ? { observed: await observeBeside(http, url), findings: [] }
      : { findings: [] };
  }
  const standing = acceptedSigner(signing, signing.lockedSigner);
  let file: PublishedSignature | undefined;
  try {
    file = await publishedSignature(http, url);
  } catch (error) {
    const away = error instanceof SourceError && error.code === "http-failed";
    if (!away || standing === undefined) throw error;
    return unchecked(standing, error.message);
  }
  const name = archiveName(url);
  if (file === undefined && standing !== undefined) {
    return unchecked(standing, `${name} has no signature beside it any more`);
  }
  const { verifyArchive } = await import("../lib/signature/verify_archive.ts");
  return await verifyArchive(file, name, () => savedBytes(saved), signing);
}

/** Who is said to have signed; what cannot be downloaded is not seen. */
async function observeBeside(
  http: HttpClient,
  url: string,
): Promise<readonly ObservedSignature[]> {
  try {
    const file = await publishedSignature(http, url);
    if (file === undefined) return [];
    const { observeArchive } = await import("../lib/signature/observe.ts");
    return await observeArchive(file);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [];
  }
}
