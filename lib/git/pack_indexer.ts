import { MAX_DELTA_DEPTH } from "../base/limits.ts";
import { readDeltaHeader } from "./delta.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import { objectHash, objectId, type ObjectStore } from "./git_object.ts";
import { inflateStream } from "./inflate.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { PackBytes } from "./pack_bytes.ts";
import { isWhole, PackContents } from "./pack_contents.ts";
import type { PackEntry } from "./pack_entry.ts";
import { type Packed, PackStore, STREAM_BYTES } from "./pack_store.ts";

/** How often over the bytes that are allowed may be inflated and patched. */
const WORK_FACTOR = 4;

/**
 * Takes the objects of a pack one after the other and finds out what each is.
 * A delta whose base comes later waits; a cycle waits for ever, which
 * {@linkcode finish} notices.
 */
export class PackIndexer {
  readonly #contents: PackContents;
  readonly #byId = new Map<string, Packed>();
  /** Every object by where it starts; `undefined` while it waits. */
  readonly #byOffset = new Map<number, Packed | undefined>();
  /** Offsets of deltas that wait, by the offset or id of their base. */
  readonly #waiting = new Map<number | string, number[]>();
  readonly #maxBytes: number;
  #produced = 0;

  constructor(bytes: PackBytes, format: ObjectFormat, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#contents = new PackContents(
      bytes,
      format,
      (id) => this.#byId.get(id)?.offset,
    );
    this.#contents.workLeft = WORK_FACTOR * maxBytes;
  }

  /** Takes the object at `offset` and returns where the next one starts. */
  async add(offset: number): Promise<number> {
    const entry = this.#contents.entry(offset);
    this.#byOffset.set(offset, undefined);
    const { kind, size, dataOffset } = entry;
    const { bytes, format } = this.#contents;
    if (kind === "blob" && size > STREAM_BYTES) {
      this.#charge(size);
      const hash = objectHash(format, kind, size);
      const pieces = inflateStream(bytes, dataOffset, size);
      let piece = await pieces.next();
      for (; !piece.done; piece = await pieces.next()) hash.update(piece.value);
      const id = hash.digest("hex");
      this.#settle({ offset, type: kind, size, id, depth: 0 });
      return piece.value;
    }
    if (isWhole(kind)) this.#charge(size);
    const { data, end } = this.#contents.inflate(entry);
    if (isWhole(kind)) {
      this.#contents.remember(offset, data);
      const id = objectId(format, kind, data);
      this.#settle({ offset, type: kind, size, id, depth: 0 });
    } else this.#addDelta(offset, entry, data);
    return end;
  }

  /** The finished store. Throws when a delta still waits for its base. */
  finish(): ObjectStore {
    if (this.#byId.size !== this.#byOffset.size) {
      throw damaged("a delta's base is not in the pack");
    }
    this.#contents.workLeft = Infinity;
    return new PackStore(this.#contents, this.#byId);
  }

  #addDelta(offset: number, entry: PackEntry, delta: Uint8Array): void {
    const key = entry.kind === "ofs-delta" ? entry.baseOffset : entry.baseId;
    if (typeof key === "number" && !this.#byOffset.has(key)) {
      throw damaged("a delta's base is not the start of an object");
    }
    const base = typeof key === "number"
      ? this.#byOffset.get(key)
      : this.#byId.get(key);
    if (base === undefined) {
      const waiting = this.#waiting.get(key);
      if (waiting === undefined) this.#waiting.set(key, [offset]);
      else waiting.push(offset);
      return;
    }
    this.#settle(this.#resolve(offset, base, delta));
  }

  #resolve(offset: number, base: Packed, delta: Uint8Array): Packed {
    const depth = base.depth + 1;
    if (depth > MAX_DELTA_DEPTH) {
      throw damaged(`a chain of deltas is longer than ${MAX_DELTA_DEPTH}`);
    }
    const { type, body: baseBody } = this.#contents.object(base.offset);
    this.#charge(readDeltaHeader(delta).resultSize);
    const body = this.#contents.patch(baseBody, delta);
    this.#contents.remember(offset, body);
    const id = objectId(this.#contents.format, type, body);
    return { offset, type, size: body.length, id, depth };
  }

  /** Enters an object, and then every delta that waited for it. */
  #settle(first: Packed): void {
    const ready = [first];
    for (let base = ready.pop(); base !== undefined; base = ready.pop()) {
      // Equal ids with unequal bytes would be a collision; a server never
      // sends one object twice, so neither case is told apart.
      if (this.#byId.has(base.id)) {
        throw damaged(`the pack holds ${base.id} twice`);
      }
      this.#byId.set(base.id, base);
      this.#byOffset.set(base.offset, base);
      for (const key of [base.offset, base.id]) {
        for (const offset of this.#waiting.get(key) ?? []) {
          const entry = this.#contents.entry(offset);
          const delta = this.#contents.inflate(entry).data;
          ready.push(this.#resolve(offset, base, delta));
        }
        this.#waiting.delete(key);
      }
    }
  }

  #charge(size: number): void {
    this.#produced += size;
    if (this.#produced > this.#maxBytes) {
      throw limitExceeded(`it produces more than ${this.#maxBytes} bytes`);
    }
  }
}
