import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { readEwah } from "./ewah.ts";
import { readIndexFile } from "./index_file.ts";
import { compareBytes } from "./name_list.ts";
import { type IndexNames, parseIndex } from "./parse_index.ts";
import type { Repository } from "./repository.ts";

/** One entry of a checkout's index. */
export interface IndexEntry {
  /** Path below the checkout's root; a folder of a sparse index ends with a slash. */
  readonly path: string;
  /** The same as git has it. */
  readonly name: Uint8Array;
  /** As git writes it in a tree: `0o100644`, `0o100755`, `0o120000`, `0o160000`, `0o40000`. */
  readonly mode: number;
  /** Object id, in hex. */
  readonly id: string;
  /** 0; 1 to 3 in a merge conflict. */
  readonly stage: number;
  /** `git add --intent-to-add`: no tree holds it yet. */
  readonly intentToAdd: boolean;
}

/** Offset of the mode, and of the id behind it, in an entry. */
const MODE_AT = 24;
const ID_AT = 40;

/** An entry before its name and id are decoded. */
interface RawEntry {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly name: Uint8Array;
}

/**
 * Reads the entries of a checkout's index that `wanted` takes, in git's order,
 * without running git. Only those are decoded, so that the links of 100,000
 * files cost little more than reading the index.
 *
 * @throws {HostError} `disk-error` when the index cannot be read or is none.
 */
export function readIndexEntries(
  { gitDir, commonDir, objectIdBytes }: Repository,
  wanted: (mode: number) => boolean = () => true,
): IndexEntry[] {
  if (gitDir === undefined) return [];
  const path = join(gitDir, "index");
  const bytes = readIndexFile(path);
  if (bytes === undefined) return [];
  const index = parsed(path, bytes, objectIdBytes);
  const decode = (entry: RawEntry) => decoded(entry, objectIdBytes);
  if (index.shared === undefined) {
    return rawEntries(bytes, index, wanted).map(decode);
  }
  const name = `sharedindex.${index.shared.id}`;
  const base = readIndexFile(join(gitDir, name)) ??
    readIndexFile(join(commonDir ?? gitDir, name));
  if (base === undefined) throw damaged(join(gitDir, name), "is missing");
  const shared = rawEntries(
    base,
    parsed(join(gitDir, name), base, objectIdBytes),
  );
  return joined(path, bytes, index, shared)
    .filter((entry) => wanted(modeOf(entry.bytes, entry.start))).map(decode);
}

const decoder = new TextDecoder();

function decoded(
  { bytes, start, name }: RawEntry,
  objectIdBytes: number,
): IndexEntry {
  const id = bytes.subarray(start + ID_AT, start + ID_AT + objectIdBytes);
  const flags = short(bytes, start + ID_AT + objectIdBytes);
  const extended = (flags & 0x4000) === 0
    ? 0
    : short(bytes, start + ID_AT + objectIdBytes + 2);
  return {
    path: decoder.decode(name),
    name,
    mode: modeOf(bytes, start),
    id: id.toHex(),
    stage: (flags >> 12) & 3,
    intentToAdd: (extended & 0x2000) !== 0,
  };
}

/** The mode of the entry at `start`; its upper half is zero. */
function modeOf(bytes: Uint8Array, start: number): number {
  return short(bytes, start + MODE_AT + 2);
}

function short(bytes: Uint8Array, at: number): number {
  return bytes[at]! << 8 | bytes[at + 1]!;
}

function rawEntries(
  bytes: Uint8Array,
  { names, starts }: IndexNames,
  wanted: (mode: number) => boolean = () => true,
): RawEntry[] {
  const entries: RawEntry[] = [];
  for (let at = 0; at < names.length; at++) {
    const start = starts[at]!;
    if (!wanted(modeOf(bytes, start))) continue;
    entries.push({ bytes, start, name: names.at(at)! });
  }
  return entries;
}

/**
 * The entries of a split index: those of the shared one, less the deleted, with
 * the replaced ones in the place of those that the second bitmap names, and the
 * added ones.
 */
function joined(
  path: string,
  bytes: Uint8Array,
  index: IndexNames,
  shared: readonly RawEntry[],
): RawEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const deleted = readEwah(view, index.shared!.bitmaps, shared.length);
  const replaced = deleted && readEwah(view, deleted.end, shared.length);
  const own = rawEntries(bytes, index);
  const added = own.filter(({ name }) => name.length > 0);
  const instead = own.filter(({ name }) => name.length === 0);
  if (replaced === undefined || replaced.bits.size !== instead.length) {
    throw damaged(path, "has a damaged bitmap");
  }
  let next = 0;
  const all = shared.map((entry, at) => {
    if (!replaced.bits.has(at)) return entry;
    return { ...instead[next++]!, name: entry.name };
  }).filter((_, at) => !deleted!.bits.has(at));
  return [...all, ...added].sort((a, b) => compareBytes(a.name, b.name));
}

function parsed(path: string, bytes: Uint8Array, idBytes: number): IndexNames {
  const index = parseIndex(bytes, idBytes);
  if (typeof index === "string") throw damaged(path, index);
  return index;
}

function damaged(path: string, what: string): HostError {
  return new HostError(
    "disk-error",
    `${path} ${what}: run \`git status\` to see what git says of it`,
    { path },
  );
}
