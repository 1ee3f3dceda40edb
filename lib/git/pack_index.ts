import { damaged } from "./git_errors.ts";
import { idBytes, type ObjectFormat } from "./object_format.ts";
import { fileBytes, type PackBytes } from "./pack_bytes.ts";

const HEADER = 8;
const FANOUT = 256 * 4;
/** Bytes read at a time: an index is searched here and there. */
const WINDOW = 4096;

/**
 * Looks up ids in a `.idx` file of version 2 (gitformat-pack) by reading the
 * few bytes it needs. What it answers is only a place to look at: whoever
 * reads the object recomputes its id.
 */
export class PackIndex {
  readonly #bytes: PackBytes;
  readonly #idBytes: number;
  readonly #count: number;

  /** Opens `path`. Throws `SourceError` when it is no index of version 2. */
  constructor(path: string, format: ObjectFormat) {
    const file = Deno.openSync(path, { read: true });
    this.#bytes = fileBytes(file, file.statSync().size, { window: WINDOW });
    this.#idBytes = idBytes(format);
    try {
      if (this.#uint32(0) !== 0xff744f63 || this.#uint32(4) !== 2) {
        throw damaged("a pack index is not of version 2");
      }
      this.#count = this.#uint32(HEADER + FANOUT - 4);
      const least = HEADER + FANOUT + this.#count * (this.#idBytes + 8) +
        2 * this.#idBytes;
      if (this.#bytes.length < least) throw damaged("a pack index is cut off");
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Where the object starts in the pack; `undefined` when it is not there. */
  lookup(id: string): number | undefined {
    const wanted = Uint8Array.fromHex(id);
    const bucket = wanted[0]!;
    let low = bucket === 0 ? 0 : this.#uint32(HEADER + (bucket - 1) * 4);
    let high = this.#uint32(HEADER + bucket * 4);
    if (high > this.#count) throw damaged("a pack index contradicts itself");
    const names = HEADER + FANOUT;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const order = compare(
        wanted,
        this.#read(names + middle * this.#idBytes, this.#idBytes),
      );
      if (order === 0) return this.#offset(middle);
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return undefined;
  }

  /** Closes the file. */
  close(): void {
    this.#bytes.close();
  }

  #offset(index: number): number {
    const offsets = HEADER + FANOUT + this.#count * (this.#idBytes + 4);
    const short = this.#uint32(offsets + index * 4);
    if (short < 0x80000000) return short;
    // The high bit says that the offset stands in the table of long ones.
    const at = offsets + this.#count * 4 + (short - 0x80000000) * 8;
    return this.#uint32(at) * 2 ** 32 + this.#uint32(at + 4);
  }

  #uint32(at: number): number {
    const bytes = this.#read(at, 4);
    return bytes[0]! * 2 ** 24 + bytes[1]! * 2 ** 16 + bytes[2]! * 2 ** 8 +
      bytes[3]!;
  }

  #read(at: number, length: number): Uint8Array {
    if (at + length > this.#bytes.length) {
      throw damaged("a pack index points outside itself");
    }
    return this.#bytes.view(at, length);
  }
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return 0;
}
