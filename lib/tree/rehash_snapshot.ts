import { MAX_SOURCE_BYTES } from "../base/limits.ts";
import { blobHasher } from "./blob_id.ts";
import type { ListingEntry } from "./listing.ts";
import type { SnapshotState } from "./snapshot_state.ts";
import {
  attempt,
  entryOf,
  type FileReader,
  walkSnapshot,
} from "./walk_snapshot.ts";

const BUFFER = new Uint8Array(1024 * 1024);

/**
 * Reads a whole snapshot and hashes every byte. It follows no link, opens
 * nothing but regular files (a FIFO would hang, a device never ends), hashes no
 * more bytes than a source may have, and writes nothing.
 *
 * @throws {HostError} `disk-error` when `dir` is not a real folder.
 */
export function rehashSnapshot(dir: string): SnapshotState {
  return walkSnapshot(dir, hashingReader());
}

/** Reads and hashes files for one walk, and altogether no more than a source may have. */
export function hashingReader(): FileReader {
  let left = MAX_SOURCE_BYTES;
  return (place, path) => {
    const found = readFile(place, path, left);
    if (typeof found !== "string") left -= found.size;
    return found;
  };
}

/** A planted file of holes has terabytes to be hashed: no source may have `most`. */
function readFile(
  place: string,
  path: string,
  most: number,
): ListingEntry | string {
  const file = attempt(() => Deno.openSync(place));
  if (file instanceof Error) return "cannot be read";
  try {
    const info = file.statSync();
    if (!info.isFile) return "is a device, FIFO or socket";
    if (info.size > most) return "makes it larger than any source may be";
    const hash = blobHasher(info.size);
    let left = info.size;
    while (left > 0) {
      const count = file.readSync(BUFFER);
      if (count === null || count > left) return "changes while it is read";
      hash.update(BUFFER.subarray(0, count));
      left -= count;
    }
    return entryOf(path, info, hash.digest("hex"));
  } catch {
    return "cannot be read";
  } finally {
    file.close();
  }
}
