import { createHash, randomUUID } from "node:crypto";
import type { Sha512 } from "../base/ids.ts";

/** Bytes kept of the beginning. */
const HEAD_BYTES = 512;

/** An archive on disk, open, with the digest of exactly the bytes written. */
export interface SavedArchive {
  readonly file: Deno.FsFile;
  /** Bytes. */
  readonly size: number;
  readonly sha512: Sha512;
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Removes the file; whoever holds `file` closes it first. */
  remove(): Promise<void>;
}

/**
 * Writes an archive to a new file in `folder` and hashes it in the same pass.
 * The file is created exclusively under a random name and stays open, so that
 * what is unpacked is what was hashed (contract section 11).
 */
export async function saveArchive(
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
  progress?: (bytes: number) => void,
): Promise<SavedArchive> {
  const path = `${folder}/archive-${randomUUID()}`;
  const file = await Deno.open(path, {
    read: true,
    write: true,
    createNew: true,
    mode: 0o600,
  });
  const remove = () => Deno.remove(path);
  const hash = createHash("sha512");
  const head = new Uint8Array(HEAD_BYTES);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      if (size < HEAD_BYTES) {
        head.set(chunk.subarray(0, HEAD_BYTES - size), size);
      }
      hash.update(chunk);
      for (let at = 0; at < chunk.length;) {
        at += file.writeSync(chunk.subarray(at));
      }
      size += chunk.length;
      progress?.(chunk.length);
    }
  } catch (error) {
    file.close();
    await remove();
    throw error;
  }
  return {
    file,
    size,
    sha512: hash.digest("hex") as Sha512,
    head: head.subarray(0, Math.min(size, HEAD_BYTES)),
    remove,
  };
}
