import { readEwah } from "./ewah.ts";
import { compareBytes, NameList } from "./name_list.ts";

/** The names of one index file. */
export interface IndexNames {
  /**
   * Names in file order; empty for an entry that a split index replaces. Kept
   * as places in one array: an object for each of 100,000 names would cost
   * more than reading the file.
   */
  readonly names: NameList;
  /** Offset of each entry in the file. */
  readonly starts: Uint32Array;
  /** The shared index this one is split from. */
  readonly shared?: {
    /** Object id in hex, which names the file `sharedindex.<id>`. */
    readonly id: string;
    /** Offset of the `link` extension's bitmaps. */
    readonly bitmaps: number;
  };
}

/** Bytes of the fixed part of an entry in front of the object id. */
const STAT_BYTES = 40;

/**
 * Reads the names out of a git index, versions 2 to 4 (gitformat-index), and
 * nothing else. Every length is held against the file's end.
 *
 * @param objectIdBytes 20 for a SHA-1 repository, 32 for SHA-256.
 * @returns A sentence instead, when the bytes are no index git would take.
 */
export function parseIndex(
  bytes: Uint8Array,
  objectIdBytes: number,
): IndexNames | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - objectIdBytes;
  if (end < 12 || view.getUint32(0) !== 0x44495243) return "is no git index";
  const version = view.getUint32(4);
  if (version < 2 || version > 4) return `has the unknown version ${version}`;
  const count = view.getUint32(8);
  // An entry has at least its fixed part, whatever the header claims.
  if (count > end / (STAT_BYTES + objectIdBytes)) return "is cut off";
  const names = new NameList(
    version === 4 ? new Uint8Array(end) : bytes,
    count,
  );
  const starts = new Uint32Array(count);
  let at = 12;
  for (let index = 0; index < count; index++) {
    const start = at;
    starts[index] = start;
    at += STAT_BYTES + objectIdBytes;
    if (at + 2 > end) return "is cut off";
    const flags = view.getUint16(at);
    at += version > 2 && (flags & 0x4000) !== 0 ? 4 : 2;
    let strip = 0;
    if (version === 4) ({ value: strip, end: at } = readOffset(bytes, at));
    // The flags hold the length of the name, where twelve bits suffice.
    let nul = at + (version !== 4 ? flags & 0xfff : 0);
    while (nul < end && bytes[nul] !== 0) nul++;
    if (nul >= end) return "is cut off";
    if (version === 4) {
      if (!names.addCompressed(strip, bytes, at, nul)) return "is damaged";
      at = nul + 1;
    } else {
      names.add(at, nul);
      // Padded with one to eight NULs to a multiple of eight bytes.
      at = start + ((nul - start) & ~7) + 8;
    }
  }
  return withExtensions(bytes, { names, starts }, at, end, objectIdBytes);
}

function withExtensions(
  bytes: Uint8Array,
  index: IndexNames,
  start: number,
  end: number,
  objectIdBytes: number,
): IndexNames | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let result = index;
  for (let at = start; at < end;) {
    if (at + 8 > end) return "is cut off";
    const kind = String.fromCharCode(...bytes.subarray(at, at + 4));
    const body = at + 8;
    at = body + view.getUint32(at + 4);
    if (at > end) return "is cut off";
    if (kind === "link") {
      const id = bytes.subarray(body, body + objectIdBytes);
      if (body + objectIdBytes > at) return "is cut off";
      if (id.some((byte) => byte !== 0)) {
        result = {
          ...index,
          shared: { id: id.toHex(), bitmaps: body + objectIdBytes },
        };
      }
    } else if (kind !== "sdir" && !/^[A-Z]/.test(kind)) {
      // Git itself refuses an extension it does not know when it begins in lower case.
      return `has the unknown extension ${JSON.stringify(kind)}`;
    }
  }
  return result;
}

/**
 * The names of a split index joined with its shared one: what the first
 * bitmap deletes is gone, replaced entries keep their names.
 */
export function joinSplitIndex(
  bytes: Uint8Array,
  split: IndexNames,
  shared: IndexNames,
): NameList | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const deleted = split.shared === undefined
    ? undefined
    : readEwah(view, split.shared.bitmaps, shared.names.length);
  if (deleted === undefined) return "has a damaged bitmap";
  const all = [
    ...shared.names.toArray().filter((_, index) => !deleted.bits.has(index)),
    ...split.names.toArray().filter((name) => name.length > 0),
  ];
  return NameList.of(all.sort(compareBytes));
}

/** Git's offset encoding: seven bits a byte, each further byte adds one. */
function readOffset(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = bytes[at++] ?? 0;
  let value = byte & 127;
  while (byte & 128 && at < bytes.length) {
    byte = bytes[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, end: at };
}
