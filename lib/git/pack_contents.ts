import { MAX_DELTA_DEPTH, MAX_OBJECT_BYTES } from "../base/limits.ts";
import { ByteCache } from "./byte_cache.ts";
import { applyDelta, readDeltaHeader } from "./delta.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { GitObject, ObjectType } from "./git_object.ts";
import { inflateAt, type Inflated } from "./inflate.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { PackBytes } from "./pack_bytes.ts";
import { type PackEntry, readPackEntry } from "./pack_entry.ts";

/** Bytes of inflated objects kept for the deltas that need them. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** Reads whole objects of one pack by the place where they start. */
export class PackContents {
  readonly bytes: PackBytes;
  readonly format: ObjectFormat;
  /**
   * Bytes that may still be inflated and patched, bases that are needed again
   * included: a small pack can be built so that it causes endless work.
   */
  workLeft = Infinity;
  readonly #baseById: (id: string) => number | undefined;
  readonly #cache = new ByteCache<number>(CACHE_BYTES);

  /** `baseById` tells where in this pack the base of a `ref-delta` starts. */
  constructor(
    bytes: PackBytes,
    format: ObjectFormat,
    baseById: (id: string) => number | undefined,
  ) {
    this.bytes = bytes;
    this.format = format;
    this.#baseById = baseById;
  }

  /** The head of the object at `offset`. */
  entry(offset: number): PackEntry {
    return readPackEntry(this.bytes, offset, this.format);
  }

  /** Inflates what follows a head: an object, or a delta's instructions. */
  inflate(entry: PackEntry): Inflated {
    if (entry.size > MAX_OBJECT_BYTES) {
      throw limitExceeded(
        `one object that must be held whole exceeds ${MAX_OBJECT_BYTES} bytes`,
      );
    }
    this.#work(entry.size);
    return inflateAt(this.bytes, entry.dataOffset, entry.size);
  }

  /** Keeps an object that a delta may need soon. */
  remember(offset: number, body: Uint8Array): void {
    this.#cache.set(offset, body);
  }

  /** The object at `offset`, its deltas applied. Its id is not checked here. */
  object(offset: number): GitObject {
    const deltas: { readonly at: number; readonly entry: PackEntry }[] = [];
    let at = offset;
    let entry = this.entry(at);
    let body: Uint8Array | undefined;
    while (true) {
      body ??= this.#cache.get(at);
      if (isWhole(entry.kind)) break;
      if (body === undefined) deltas.push({ at, entry });
      // The loop goes on below a cached body, for the type alone.
      at = this.baseOffset(entry);
      entry = this.entry(at);
      if (deltas.length > MAX_DELTA_DEPTH) {
        throw damaged(`a chain of deltas is longer than ${MAX_DELTA_DEPTH}`);
      }
    }
    const type = entry.kind;
    if (body === undefined) {
      body = this.inflate(entry).data;
      this.remember(at, body);
    }
    for (const delta of deltas.reverse()) {
      body = this.patch(body, this.inflate(delta.entry).data);
      this.remember(delta.at, body);
    }
    return { type, body };
  }

  /** Applies a delta within the limits. */
  patch(base: Uint8Array, delta: Uint8Array): Uint8Array {
    const { resultSize } = readDeltaHeader(delta);
    if (resultSize > MAX_OBJECT_BYTES) {
      throw limitExceeded(
        `one patched object exceeds ${MAX_OBJECT_BYTES} bytes`,
      );
    }
    this.#work(resultSize);
    return applyDelta(base, delta);
  }

  /** Where the base of a delta starts. */
  baseOffset(entry: PackEntry): number {
    const base = entry.kind === "ofs-delta"
      ? entry.baseOffset
      : this.#baseById(entry.baseId);
    if (base === undefined) throw damaged("a delta's base is not in the pack");
    return base;
  }

  #work(bytes: number): void {
    this.workLeft -= bytes;
    if (this.workLeft < 0) {
      throw limitExceeded("its deltas take too much work to resolve");
    }
  }
}

/** Whether an object of the pack stands for itself. */
export function isWhole(kind: PackEntry["kind"]): kind is ObjectType {
  return kind !== "ofs-delta" && kind !== "ref-delta";
}
