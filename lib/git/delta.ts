import { damaged } from "./git_errors.ts";

/** The sizes a delta begins with, and where its instructions start. */
export interface DeltaHeader {
  readonly baseSize: number;
  readonly resultSize: number;
  readonly at: number;
}

/** Reads the two sizes at the start of a delta (gitformat-pack, "Deltified representation"). */
export function readDeltaHeader(delta: Uint8Array): DeltaHeader {
  const [baseSize, afterBase] = readSize(delta, 0);
  const [resultSize, at] = readSize(delta, afterBase);
  return { baseSize, resultSize, at };
}

/**
 * Applies a delta to its base. Every copy must lie inside the base, the
 * result must be filled exactly, and the reserved instruction is refused:
 * a pack is hostile until its ids are recomputed. Throws `SourceError`
 * (`git-damaged`).
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const header = readDeltaHeader(delta);
  if (header.baseSize !== base.length) {
    throw damaged("a delta was made for a base of another size");
  }
  const result = new Uint8Array(header.resultSize);
  let at = header.at;
  let filled = 0;
  while (at < delta.length) {
    const op = delta[at++]!;
    let source = delta;
    let from = at;
    let length = op;
    if (op & 0x80) {
      let offset = 0;
      let size = 0;
      for (let bit = 0; bit < 7; bit++) {
        if ((op & (1 << bit)) === 0) continue;
        if (at >= delta.length) throw damaged("a delta is cut off");
        const value = delta[at++]!;
        // Not shifted: a fourth byte over 127 would turn negative.
        if (bit < 4) offset += value * 2 ** (8 * bit);
        else size += value << (8 * (bit - 4));
      }
      source = base;
      from = offset;
      length = size === 0 ? 0x10000 : size;
    } else if (op === 0) {
      throw damaged("a delta holds the reserved instruction");
    } else at += length;
    if (from + length > source.length) {
      throw damaged("a delta reads outside its base");
    }
    if (filled + length > result.length) {
      throw damaged("a delta produces more bytes than it claims");
    }
    result.set(source.subarray(from, from + length), filled);
    filled += length;
  }
  if (filled !== result.length) {
    throw damaged("a delta produces fewer bytes than it claims");
  }
  return result;
}

function readSize(delta: Uint8Array, start: number): [number, number] {
  let size = 0;
  let scale = 1;
  for (let at = start; at < delta.length && at < start + 7; at++) {
    const byte = delta[at]!;
    size += (byte & 0x7f) * scale;
    scale *= 128;
    if ((byte & 0x80) === 0) return [size, at + 1];
  }
  throw damaged("a delta's size is cut off or too large");
}
