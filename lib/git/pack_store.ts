import { damaged } from "./git_errors.ts";
import type {
  GitObject,
  ObjectInfo,
  ObjectStore,
  ObjectType,
} from "./git_object.ts";
import { inflateStream } from "./inflate.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { PackContents } from "./pack_contents.ts";

/** Bytes above which a whole blob is digested and handed out in pieces. */
export const STREAM_BYTES = 8 * 1024 * 1024;

/** One object of a pack whose id was recomputed from its bytes. */
export interface Packed {
  readonly offset: number;
  readonly type: ObjectType;
  readonly size: number;
  readonly id: string;
  /** Deltas below it. */
  readonly depth: number;
}

/** The objects of a received pack. */
export class PackStore implements ObjectStore {
  readonly format: ObjectFormat;
  readonly #contents: PackContents;
  readonly #byId: ReadonlyMap<string, Packed>;

  constructor(contents: PackContents, byId: ReadonlyMap<string, Packed>) {
    this.format = contents.format;
    this.#contents = contents;
    this.#byId = byId;
  }

  info(id: string): ObjectInfo | undefined {
    const packed = this.#byId.get(id);
    return packed === undefined ? undefined : {
      type: packed.type,
      size: packed.size,
      order: packed.offset,
    };
  }

  read(id: string): GitObject {
    return this.#contents.object(this.#find(id).offset);
  }

  stream(id: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    const { offset, size, depth } = this.#find(id);
    if (depth > 0 || size <= STREAM_BYTES) return [this.read(id).body];
    const { dataOffset } = this.#contents.entry(offset);
    return inflateStream(this.#contents.bytes, dataOffset, size);
  }

  close(): void {
    this.#contents.bytes.close();
  }

  #find(id: string): Packed {
    const packed = this.#byId.get(id);
    if (packed === undefined) throw damaged(`the object ${id} is missing`);
    return packed;
  }
}
