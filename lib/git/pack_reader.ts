import { setImmediate } from "node:timers";
import { MAX_SOURCE_BYTES, MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { PackBytes } from "./pack_bytes.ts";
import { PackIndexer } from "./pack_indexer.ts";

/** Objects after which other work gets its turn. */
const TURN = 512;
/** Objects beside the entries of a tree: its root, the commit, tag objects. */
const EXTRA_OBJECTS = 64;

/**
 * Reads a pack whose checksum matched: every object is inflated, every delta
 * resolved, every id recomputed from the bytes. Nothing in the pack is
 * believed: not its count, sizes, offsets nor delta bases. Throws
 * `SourceError` (`git-damaged`, `limit-exceeded`), and what `signal` throws.
 * `maxBytes` bounds what all objects produce together.
 * The store owns `bytes`; they are closed also when this throws.
 */
export async function readPack(
  bytes: PackBytes,
  format: ObjectFormat,
  signal: AbortSignal,
  maxBytes: number = MAX_SOURCE_BYTES,
): Promise<ObjectStore> {
  try {
    const indexer = new PackIndexer(bytes, format, maxBytes);
    const count = packCount(bytes);
    let at = 12;
    for (let i = 0; i < count; i++) {
      if (i % TURN === 0) {
        await new Promise<void>((next) => setImmediate(next));
        signal.throwIfAborted();
      }
      at = await indexer.add(at);
    }
    if (at !== bytes.length) {
      throw damaged("bytes follow the last object of the pack");
    }
    return indexer.finish();
  } catch (error) {
    bytes.close();
    throw error;
  }
}

function packCount(bytes: PackBytes): number {
  if (bytes.length < 12) throw damaged("the pack is cut off");
  const head = bytes.view(0, 12);
  const view = new DataView(head.buffer, head.byteOffset, 12);
  if (view.getUint32(0) !== 0x5041434b) throw damaged("this is not a pack");
  const version = view.getUint32(4);
  if (version !== 2 && version !== 3) {
    throw damaged(`the pack has the unknown version ${version}`);
  }
  const count = view.getUint32(8);
  if (count > MAX_SOURCE_ENTRIES + EXTRA_OBJECTS) {
    throw limitExceeded(`it holds more than ${MAX_SOURCE_ENTRIES} entries`);
  }
  return count;
}
