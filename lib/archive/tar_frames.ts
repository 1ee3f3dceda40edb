import { archiveError } from "./archive_error.ts";

const BLOCK = 512;
/** Kinds without content: hard and symbolic link, devices, folder, FIFO. */
const EMPTY_TYPES = "123456";

/**
 * Watches the blocks of a tar stream for what tar programs read differently:
 * entries behind the end mark, and content of kinds that have none.
 */
export class TarFrames {
  readonly #archive: string;
  readonly #header = new Uint8Array(BLOCK);
  #filled = 0;
  #skip = 0;
  #ended = false;

  /** `archive` is the file's name, for messages. */
  constructor(archive: string) {
    this.#archive = archive;
  }

  /**
   * Looks at the next bytes of the stream.
   *
   * @throws {SourceError} `archive-invalid`.
   */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, chunk.length - at);
        this.#skip -= step;
        at += step;
        continue;
      }
      const step = Math.min(BLOCK - this.#filled, chunk.length - at);
      this.#header.set(chunk.subarray(at, at + step), this.#filled);
      this.#filled += step;
      at += step;
      if (this.#filled === BLOCK) {
        this.#filled = 0;
        this.#skip = this.#contentBlocks() * BLOCK;
      }
    }
  }

  /** Blocks of content that the complete header in the buffer announces. */
  #contentBlocks(): number {
    if (this.#header.every((byte) => byte === 0)) {
      this.#ended = true;
      return 0;
    }
    if (this.#ended) {
      throw archiveError(
        this.#archive,
        "entries stand behind its end mark, where other programs do not look",
      );
    }
    const field = String.fromCharCode(...this.#header.subarray(124, 136));
    const digits = /^ *([0-7]*)[ \0]*$/.exec(field)?.[1];
    if (digits === undefined) {
      throw archiveError(this.#archive, "a header's size is no octal number");
    }
    const size = digits === "" ? 0 : parseInt(digits, 8);
    const type = String.fromCharCode(this.#header[156] ?? 0);
    if (size > 0 && EMPTY_TYPES.includes(type)) {
      throw archiveError(
        this.#archive,
        "a folder, link or device has content",
      );
    }
    return Math.ceil(size / BLOCK);
  }
}
