import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { archiveError } from "./archive_error.ts";
import { FileWindow } from "./file_window.ts";
import { UnpackBudget } from "./unpack_budget.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * Unpacks a gzip file of one or more members. Bytes behind the last member
 * are refused: other programs skip them with a warning or in silence.
 *
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export async function* gunzipFile(
  file: Deno.FsFile,
  size: number,
  archive: string,
): AsyncGenerator<Uint8Array, void, void> {
  const budget = new UnpackBudget(archive, size);
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const source = Readable.from(packed(new FileWindow(file, size), size), {
    objectMode: false,
  });
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) {
      budget.produce((chunk as Uint8Array).length);
      yield chunk as Uint8Array;
    }
  } catch (error) {
    // Errors of zlib have a code that begins with Z_; the budget's pass.
    if (!String((error as { code?: unknown }).code).startsWith("Z_")) {
      throw error;
    }
    throw archiveError(
      archive,
      "it is cut off, damaged, or has bytes behind its end",
    );
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (gunzip.bytesWritten !== size) {
    throw archiveError(archive, "bytes stand behind its end");
  }
}

function* packed(
  window: FileWindow,
  size: number,
): Generator<Buffer, void, void> {
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    yield Buffer.from(window.read(at, Math.min(CHUNK_BYTES, size - at)));
  }
}
