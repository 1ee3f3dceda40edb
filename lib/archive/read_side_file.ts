import type { HttpClient } from "../http/model.ts";
import { archiveBytes } from "./archive_bytes.ts";

/**
 * The whole of a small file: a checksum, a signature or KEYS.
 *
 * @param what names it in messages: "the signature".
 * @throws {SourceError} as `archiveBytes`
 */
export async function readSideFile(
  http: HttpClient,
  url: string,
  what: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of archiveBytes(http, url, what, maxBytes)) {
    chunks.push(new Uint8Array(bytes));
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
