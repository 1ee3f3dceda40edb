import { SourceError } from "../base/errors.ts";
import { expectOk } from "../http/expect_ok.ts";
import type { HttpClient } from "../http/model.ts";
import { redactUrl } from "../http/redact_url.ts";
import { apacheArchiveUrl } from "./archive_url.ts";
import { localBytes } from "./local_bytes.ts";

/**
 * Streams an archive or a file beside it, from a server or from this machine.
 *
 * @param what names it in messages: "the archive".
 * @throws {SourceError} `not-found`, with a hint for releases that Apache has
 * moved; whatever the client throws.
 */
export async function* archiveBytes(
  http: HttpClient,
  url: string,
  what: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, void> {
  if (/^file:/i.test(url)) return yield* localBytes(url, maxBytes);
  const answer = await http.request(url, { scheme: "bearer", what, maxBytes });
  const moved = answer.status === 404 ? apacheArchiveUrl(url) : undefined;
  if (moved !== undefined) {
    await answer.discard();
    throw new SourceError(
      "not-found",
      `${
        redactUrl(url)
      } answered 404 for ${what}: Apache keeps only current releases there; if ${moved} has it, put that url into the entry.`,
    );
  }
  await expectOk(answer, url, what);
  yield* answer.body;
}
