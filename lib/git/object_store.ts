import { resolve } from "node:path";
import { damaged } from "./git_errors.ts";
import {
  type GitObject,
  objectHash,
  objectId,
  type ObjectInfo,
  type ObjectStore,
} from "./git_object.ts";
import { inflateStream } from "./inflate.ts";
import { looseInfo, loosePath, readLoose } from "./loose_object.ts";
import type { ObjectFormat } from "./object_format.ts";
import { OnDiskPack } from "./on_disk_pack.ts";
import { STREAM_BYTES } from "./pack_store.ts";

/** Alternates of alternates that are followed; git's own bound. */
const MAX_ALTERNATE_DEPTH = 5;
/** Larger than any pack, so that places in different packs do not mix. */
const PACK_STRIDE = 2 ** 42;

/**
 * The objects of a repository on disk: loose ones and packs, its own and
 * those of its alternates. Files are opened when they are needed;
 * {@linkcode ObjectStore.close} closes them, and they open again on the next
 * use.
 */
export class DiskObjectStore implements ObjectStore {
  readonly format: ObjectFormat;
  readonly #folders: readonly string[];
  readonly #partial: boolean;
  #packs: OnDiskPack[] | undefined;

  /**
   * @param folder the repository's `objects`
   * @param partial whether it is a partial clone, which has left objects at its remote
   */
  constructor(folder: string, format: ObjectFormat, partial = false) {
    this.format = format;
    this.#partial = partial;
    this.#folders = withAlternates(folder);
  }

  info(id: string): ObjectInfo | undefined {
    const packed = this.#packed(id);
    if (packed !== undefined) {
      const { type, size } = packed.pack.info(packed.offset);
      const order = packed.number * PACK_STRIDE + packed.offset;
      return { type, size, order };
    }
    for (const folder of this.#folders) {
      const info = looseInfo(`${folder}/${loosePath(id)}`);
      if (info !== undefined) return { ...info, order: -1 };
    }
    return undefined;
  }

  read(id: string): GitObject {
    const packed = this.#packed(id);
    const object = packed?.pack.object(packed.offset) ?? this.#loose(id);
    if (object === undefined) {
      throw damaged(
        `the object ${id} is missing${
          this.#partial
            ? ", as this is a partial clone: run `git fetch --refetch --no-filter`, or clone without `--filter`"
            : ""
        }`,
      );
    }
    if (objectId(this.format, object.type, object.body) !== id) {
      throw damaged(`the object ${id} holds other bytes than its id says`);
    }
    return object;
  }

  stream(id: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
    const packed = this.#packed(id);
    const entry = packed?.pack.contents.entry(packed.offset);
    if (
      packed !== undefined && entry?.kind === "blob" &&
      entry.size > STREAM_BYTES
    ) {
      const { bytes } = packed.pack.contents;
      const pieces = inflateStream(bytes, entry.dataOffset, entry.size);
      return this.#checked(id, entry.size, pieces);
    }
    return [this.read(id).body];
  }

  close(): void {
    for (const pack of this.#packs ?? []) pack.close();
    this.#packs = undefined;
  }

  async *#checked(
    id: string,
    size: number,
    pieces: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const hash = objectHash(this.format, "blob", size);
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
    if (hash.digest("hex") !== id) {
      throw damaged(`the object ${id} holds other bytes than its id says`);
    }
  }

  #packed(id: string) {
    this.#packs ??= this.#folders.flatMap((folder) =>
      OnDiskPack.all(folder, this.format)
    );
    for (const [number, pack] of this.#packs.entries()) {
      const offset = pack.index.lookup(id);
      if (offset !== undefined) return { pack, number, offset };
    }
    return undefined;
  }

  #loose(id: string): GitObject | undefined {
    for (const folder of this.#folders) {
      const object = readLoose(`${folder}/${loosePath(id)}`);
      if (object !== undefined) return object;
    }
    return undefined;
  }
}

/** `folder` and every folder its `info/alternates` lead to, each once. */
function withAlternates(folder: string): readonly string[] {
  const found = new Set<string>();
  const visit = (folder: string, depth: number): void => {
    if (found.has(folder) || depth > MAX_ALTERNATE_DEPTH) return;
    found.add(folder);
    for (const line of alternateLines(folder)) {
      visit(resolve(folder, line), depth + 1);
    }
  };
  visit(folder, 0);
  return [...found];
}

function alternateLines(folder: string): readonly string[] {
  try {
    return Deno.readTextFileSync(`${folder}/info/alternates`).split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
