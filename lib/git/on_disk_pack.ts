import { readDeltaHeader } from "./delta.ts";
import { damaged } from "./git_errors.ts";
import type { GitObject, ObjectType } from "./git_object.ts";
import { idBytes, type ObjectFormat } from "./object_format.ts";
import { fileBytes } from "./pack_bytes.ts";
import { isWhole, PackContents } from "./pack_contents.ts";
import { PackIndex } from "./pack_index.ts";
import { MAX_DELTA_DEPTH } from "../base/limits.ts";

/** Bytes read at a time: objects of a large pack are read here and there. */
const WINDOW = 16 * 1024;

/** One pack of a repository and its index, each opened on first use. */
export class OnDiskPack {
  readonly #path: string;
  readonly #format: ObjectFormat;
  #index: PackIndex | undefined;
  #contents: PackContents | undefined;

  private constructor(path: string, format: ObjectFormat) {
    this.#path = path;
    this.#format = format;
  }

  /** The packs below an `objects` folder that have an index, in order of name. */
  static all(objects: string, format: ObjectFormat): readonly OnDiskPack[] {
    const folder = `${objects}/pack`;
    try {
      return [...Deno.readDirSync(folder)]
        .map(({ name }) => name)
        .filter((name) => name.startsWith("pack-") && name.endsWith(".idx"))
        .sort()
        .map((name) =>
          new OnDiskPack(`${folder}/${name.slice(0, -4)}`, format)
        );
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** The pack's index. */
  get index(): PackIndex {
    return this.#index ??= new PackIndex(`${this.#path}.idx`, this.#format);
  }

  /** The pack's objects by place. */
  get contents(): PackContents {
    if (this.#contents !== undefined) return this.#contents;
    const file = Deno.openSync(`${this.#path}.pack`, { read: true });
    const length = file.statSync().size - idBytes(this.#format);
    const bytes = fileBytes(file, length, { window: WINDOW });
    return this.#contents = new PackContents(
      bytes,
      this.#format,
      (id) => this.index.lookup(id),
    );
  }

  /** Type and size of the object at `offset`, without its content. */
  info(offset: number): { readonly type: ObjectType; readonly size: number } {
    const { contents } = this;
    let entry = contents.entry(offset);
    const size = isWhole(entry.kind)
      ? entry.size
      : readDeltaHeader(contents.inflate(entry).data).resultSize;
    for (let depth = 0; depth <= MAX_DELTA_DEPTH; depth++) {
      if (isWhole(entry.kind)) return { type: entry.kind, size };
      entry = contents.entry(contents.baseOffset(entry));
    }
    throw damaged(`a chain of deltas is longer than ${MAX_DELTA_DEPTH}`);
  }

  /** The object at `offset`. Its id is not checked here. */
  object(offset: number): GitObject {
    return this.contents.object(offset);
  }

  /** Closes both files. */
  close(): void {
    this.#index?.close();
    this.#contents?.bytes.close();
    this.#index = undefined;
    this.#contents = undefined;
  }
}
