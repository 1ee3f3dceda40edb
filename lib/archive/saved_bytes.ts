import type { SavedArchive } from "./saved_archive.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Reads a saved archive once more, from the open file that was hashed. */
export function* savedBytes({ file }: SavedArchive): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_BYTES);
  file.seekSync(0, Deno.SeekMode.Start);
  for (;;) {
    const read = file.readSync(chunk);
    if (read === null) return;
    yield chunk.subarray(0, read);
  }
}
