import { MAX_SOURCE_BYTES } from "../base/limits.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { ObjectType } from "./git_object.ts";
import { idBytes, type ObjectFormat } from "./object_format.ts";
import type { PackBytes } from "./pack_bytes.ts";

/** The head of one object in a pack (gitformat-pack, "Object types"). */
export interface PackEntry {
  /** The object's type; of a delta, how it names its base. */
  readonly kind: ObjectType | "ofs-delta" | "ref-delta";
  /** Bytes that inflating produces: the object, or the delta's instructions. */
  readonly size: number;
  /** Where the compressed data starts. */
  readonly dataOffset: number;
  /** Where the base of an `ofs-delta` starts. */
  readonly baseOffset: number;
  /** Id of the base of a `ref-delta`. */
  readonly baseId: string;
}

const KINDS: readonly (PackEntry["kind"] | undefined)[] = [
  undefined,
  "commit",
  "tree",
  "blob",
  "tag",
  undefined,
  "ofs-delta",
  "ref-delta",
];

/** Longest head: ten bytes of size, and a base id. */
const HEAD = 64;

/** Reads the head at `offset`. Throws `SourceError` when it is damaged. */
export function readPackEntry(
  bytes: PackBytes,
  offset: number,
  format: ObjectFormat,
): PackEntry {
  const head = bytes.view(offset, HEAD);
  let at = 0;
  const next = (): number => {
    const byte = head[at++];
    if (byte === undefined) throw damaged("the pack ends inside an object");
    return byte;
  };
  let byte = next();
  const kind = KINDS[(byte >> 4) & 7];
  if (kind === undefined) throw damaged("a pack holds an unknown object type");
  let size = byte & 15;
  for (let scale = 16; byte & 0x80; scale *= 128) {
    if (at > 8) throw damaged("an object's size is too large");
    byte = next();
    size += (byte & 0x7f) * scale;
  }
  if (size > MAX_SOURCE_BYTES) {
    throw limitExceeded(`an object exceeds ${MAX_SOURCE_BYTES} bytes`);
  }
  let baseOffset = -1;
  let baseId = "";
  if (kind === "ofs-delta") {
    byte = next();
    let back = byte & 0x7f;
    while (byte & 0x80) {
      if (at > 20) throw damaged("a delta's base is too far away");
      byte = next();
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    baseOffset = offset - back;
    if (back <= 0 || baseOffset < 12) {
      throw damaged("a delta's base is not inside the pack");
    }
  } else if (kind === "ref-delta") {
    const end = at + idBytes(format);
    if (end > head.length) throw damaged("the pack ends inside an object");
    baseId = head.subarray(at, end).toHex();
    at = end;
  }
  return { kind, size, dataOffset: offset + at, baseOffset, baseId };
}
