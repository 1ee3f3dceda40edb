import { Readable } from "node:stream";
import type { Header } from "tar-stream";
import { SourceError } from "../base/errors.ts";
import { archiveError } from "./archive_error.ts";
import { gunzipFile } from "./gunzip_file.ts";
import { TarFrames } from "./tar_frames.ts";

/**
 * The members of a gzipped tar, in order. What the caller leaves unread of a
 * member is skipped; leaving the loop ends the reading.
 *
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export async function* tarMembers(
  file: Deno.FsFile,
  size: number,
  archive: string,
): AsyncGenerator<{ header: Header; chunks: Chunks }, void, void> {
  const { extract } = await import("tar-stream");
  // Not in the declared options: keeps every byte of a name as one character.
  const options: object = {
    filenameEncoding: "latin1",
    allowUnknownFormat: true, // The v7 format, which has no magic.
  };
  const tar = extract(options);
  const source = Readable.from(framed(file, size, archive), {
    objectMode: false,
  });
  source.on("error", (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const member of tar) {
      const chunks = new Chunks(member);
      yield { header: member.header, chunks };
      for await (const _ of chunks);
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw archiveError(archive, "its tar is cut off or a header is damaged");
  } finally {
    source.destroy();
    tar.destroy();
  }
}

/**
 * A member's content, which may be left and taken up again: leaving a loop
 * over the member itself would end the whole archive.
 */
export class Chunks implements AsyncIterable<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>;

  /** Wraps one member of the tar reader. */
  constructor(member: AsyncIterable<unknown>) {
    this.#iterator = member[Symbol.asyncIterator]() as AsyncIterator<
      Uint8Array
    >;
  }

  /** Goes on where the last loop stopped. */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#iterator.next() };
  }
}

async function* framed(
  file: Deno.FsFile,
  size: number,
  archive: string,
): AsyncGenerator<Uint8Array, void, void> {
  const frames = new TarFrames(archive);
  for await (const chunk of gunzipFile(file, size, archive)) {
    frames.push(chunk);
    yield chunk;
  }
}
