import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { TreeContent, TreeEntry } from "../tree/source_tree.ts";
import { archiveError } from "./archive_error.ts";
import { FileWindow } from "./file_window.ts";
import { UnpackBudget } from "./unpack_budget.ts";
import type { ZipMember } from "./zip_member.ts";

/** Bytes up to which an entry is unpacked in one piece, which is faster. */
const WHOLE_BYTES = 4 * 1024 * 1024;
/** Bytes of a piece of a larger entry. */
const CHUNK_BYTES = 256 * 1024;

/** An entry with its place in the file. */
export interface ZipItem {
  readonly entry: TreeEntry;
  readonly member: ZipMember;
  /** Offset of its data. */
  readonly data: number;
}

/**
 * Unpacks `items`, which are in the order of the file, one after the other.
 * Each has exactly the size and CRC that the archive says, or it throws.
 *
 * @throws {SourceError} `archive-invalid`, `limit-exceeded`.
 */
export async function* zipContents(
  file: Deno.FsFile,
  fileSize: number,
  items: readonly ZipItem[],
  archive: string,
): AsyncGenerator<TreeContent, void, void> {
  const window = new FileWindow(file, fileSize);
  const budget = new UnpackBudget(archive, fileSize);
  for (const item of items) {
    const { entry, member } = item;
    const small = member.size <= WHOLE_BYTES &&
      member.compressedSize <= WHOLE_BYTES;
    yield {
      entry,
      size: member.size,
      chunks: small
        ? [whole(window, item, budget)]
        : checkedChunks(pieces(window, item, archive), item, budget),
    };
  }
}

function whole(
  window: FileWindow,
  { member, data }: ZipItem,
  budget: UnpackBudget,
): Uint8Array {
  // The size is a promise of the header that the inflater enforces below.
  budget.produce(member.size);
  const packed = window.read(data, member.compressedSize);
  const bytes = member.method === 0
    ? packed.slice()
    : inflated(packed, member, budget.archive);
  if (crc32(bytes) !== member.crc) throw damaged(budget.archive, member);
  return bytes;
}

function inflated(
  packed: Uint8Array,
  member: ZipMember,
  archive: string,
): Uint8Array {
  let result: { buffer: Uint8Array; engine: { bytesWritten: number } };
  try {
    result = inflateRawSync(packed, {
      info: true,
      maxOutputLength: Math.max(1, member.size),
    }) as unknown as typeof result;
  } catch (error) {
    throw isTooLarge(error)
      ? wrongSize(archive, member)
      : damaged(archive, member);
  }
  if (result.buffer.length !== member.size) throw wrongSize(archive, member);
  if (result.engine.bytesWritten !== packed.length) {
    throw hidden(archive, member);
  }
  return result.buffer;
}

async function* checkedChunks(
  chunks: AsyncIterable<Uint8Array>,
  { member }: ZipItem,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  let crc = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > member.size) throw wrongSize(budget.archive, member);
    budget.produce(chunk.length);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== member.size) throw wrongSize(budget.archive, member);
  if (crc !== member.crc) throw damaged(budget.archive, member);
}

async function* pieces(
  window: FileWindow,
  { member, data }: ZipItem,
  archive: string,
): AsyncGenerator<Uint8Array, void, void> {
  const packed = packedPieces(window, data, member.compressedSize);
  if (member.method === 0) return yield* packed;
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const source = Readable.from(packed, { objectMode: false });
  source.on("error", (error) => inflater.destroy(error));
  source.pipe(inflater);
  try {
    for await (const chunk of inflater) yield chunk as Uint8Array;
  } catch {
    throw damaged(archive, member);
  } finally {
    source.destroy();
    inflater.destroy();
  }
  if (inflater.bytesWritten !== member.compressedSize) {
    throw hidden(archive, member);
  }
}

function* packedPieces(
  window: FileWindow,
  data: number,
  length: number,
): Generator<Buffer, void, void> {
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const bytes = window.read(data + at, Math.min(CHUNK_BYTES, length - at));
    yield Buffer.from(bytes);
  }
}

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE";
}

function wrongSize(archive: string, member: ZipMember): Error {
  return archiveError(
    archive,
    "its content has another size than the directory says",
    member.name,
  );
}

function damaged(archive: string, member: ZipMember): Error {
  return archiveError(
    archive,
    "its content is damaged or has another checksum than the directory says",
    member.name,
  );
}

function hidden(archive: string, member: ZipMember): Error {
  return archiveError(
    archive,
    "bytes are hidden behind the end of its compressed data",
    member.name,
  );
}
