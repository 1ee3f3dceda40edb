import { MAX_SOURCE_BYTES } from "../base/limits.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import { idBytes, newHash, type ObjectFormat } from "./object_format.ts";
import { fileBytes, memoryBytes, type PackBytes } from "./pack_bytes.ts";

/** Bytes of a pack that are kept in memory; a larger one goes to a file. */
const MEMORY_BYTES = 8 * 1024 * 1024;

/**
 * Receives a pack: keeps it in memory or, beyond 8 MiB, in a new file in
 * `folder`, and compares its last bytes with the digest of all before them.
 * Throws `SourceError` when they differ or the pack is too large.
 */
export async function receivePack(
  chunks: AsyncIterable<Uint8Array>,
  format: ObjectFormat,
  folder: string,
): Promise<PackBytes> {
  const sink = new Sink(folder);
  const tail = new TrailingDigest(format);
  try {
    for await (const chunk of chunks) {
      sink.write(chunk);
      tail.update(chunk);
    }
    if (!tail.matches()) {
      throw damaged("the pack is cut off, or its checksum is wrong");
    }
    return sink.finish(idBytes(format));
  } catch (error) {
    sink.abandon();
    throw error;
  }
}

/** Digests a stream whose last bytes are its own digest. */
class TrailingDigest {
  readonly #hash: ReturnType<typeof newHash>;
  readonly #size: number;
  #held: Uint8Array = new Uint8Array(0);

  constructor(format: ObjectFormat) {
    this.#hash = newHash(format);
    this.#size = idBytes(format);
  }

  update(chunk: Uint8Array): void {
    if (chunk.length >= this.#size) {
      this.#hash.update(this.#held);
      this.#hash.update(chunk.subarray(0, chunk.length - this.#size));
      this.#held = chunk.slice(chunk.length - this.#size);
      return;
    }
    const both = new Uint8Array(this.#held.length + chunk.length);
    both.set(this.#held);
    both.set(chunk, this.#held.length);
    const ready = Math.max(both.length - this.#size, 0);
    this.#hash.update(both.subarray(0, ready));
    this.#held = both.slice(ready);
  }

  matches(): boolean {
    return this.#hash.digest("hex") === this.#held.toHex();
  }
}

class Sink {
  readonly #path: string;
  #length = 0;
  #memory: Uint8Array[] = [];
  #file: Deno.FsFile | undefined;

  constructor(folder: string) {
    this.#path = `${folder}/${crypto.randomUUID()}.pack`;
  }

  write(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (this.#length > MAX_SOURCE_BYTES) {
      throw limitExceeded(`the pack exceeds ${MAX_SOURCE_BYTES} bytes`);
    }
    if (this.#file !== undefined) return writeAll(this.#file, chunk);
    // A copy: the chunk may be a part of a buffer that is reused.
    this.#memory.push(chunk.slice());
    if (this.#length <= MEMORY_BYTES) return;
    this.#file = Deno.openSync(this.#path, {
      read: true,
      write: true,
      createNew: true,
      mode: 0o600,
    });
    for (const held of this.#memory) writeAll(this.#file, held);
    this.#memory = [];
  }

  finish(trailer: number): PackBytes {
    const length = this.#length - trailer;
    if (this.#file !== undefined) {
      return fileBytes(this.#file, length, {
        onClose: () => Deno.removeSync(this.#path),
      });
    }
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#memory) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return memoryBytes(bytes.subarray(0, length));
  }

  abandon(): void {
    if (this.#file === undefined) return;
    this.#file.close();
    Deno.removeSync(this.#path);
  }
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}
