import type {
  GitObject,
  ObjectStore,
  ObjectType,
} from "../../lib/git/git_object.ts";
import { memoryBytes } from "../../lib/git/pack_bytes.ts";
import { readPack } from "../../lib/git/pack_reader.ts";
import { buildPack, idOf } from "./pack_builder.ts";

/** Objects that a test invents, read through a real pack. */
export class ObjectBuilder {
  readonly #objects = new Map<string, GitObject>();
  readonly #format: "sha1" | "sha256";

  constructor(format: "sha1" | "sha256" = "sha1") {
    this.#format = format;
  }

  /** Adds an object and returns its id. */
  add(type: ObjectType, body: Uint8Array): string {
    const id = idOf(type, body, this.#format);
    this.#objects.set(id, { type, body });
    return id;
  }

  /** The pack of all objects but those in `without`. */
  pack(...without: readonly string[]): Uint8Array {
    const kept = [...this.#objects].filter(([id]) => !without.includes(id));
    return buildPack(kept.map(([, object]) => object), {
      format: this.#format,
    });
  }

  /** A store of all objects but those in `without`. */
  async store(...without: readonly string[]): Promise<ObjectStore> {
    const pack = this.pack(...without);
    const tail = this.#format === "sha1" ? 20 : 32;
    return await readPack(
      memoryBytes(pack.subarray(0, -tail)),
      this.#format,
      new AbortController().signal,
    );
  }
}
