/** Bytes read ahead at a time. */
const WINDOW_BYTES = 1024 * 1024;

/**
 * Reads ranges of one open file through a window that moves forwards, so that
 * thousands of small neighbouring ranges cost few system calls. The file is
 * never opened again: what is read is what was hashed.
 */
export class FileWindow {
  readonly #file: Deno.FsFile;
  readonly #size: number;
  readonly #buffer: Uint8Array;
  #start = 0;
  #length = 0;

  /** `size` is the file's size; ranges beyond it are the caller's mistake. */
  constructor(file: Deno.FsFile, size: number) {
    this.#file = file;
    this.#size = size;
    this.#buffer = new Uint8Array(Math.min(WINDOW_BYTES, size));
  }

  /**
   * The bytes `[offset, offset + length)`. The array is valid until the next
   * call. Throws `RangeError` when the file ends before.
   */
  read(offset: number, length: number): Uint8Array {
    if (offset < 0 || length < 0 || offset + length > this.#size) {
      throw new RangeError("the range lies outside the file");
    }
    if (length > this.#buffer.length) {
      const bytes = new Uint8Array(length);
      this.#fill(bytes, offset, length);
      return bytes;
    }
    const inside = offset >= this.#start &&
      offset + length <= this.#start + this.#length;
    if (!inside) {
      this.#length = 0;
      const ahead = Math.min(this.#buffer.length, this.#size - offset);
      this.#fill(this.#buffer, offset, ahead);
      this.#start = offset;
      this.#length = ahead;
    }
    const from = offset - this.#start;
    return this.#buffer.subarray(from, from + length);
  }

  #fill(into: Uint8Array, offset: number, length: number): void {
    this.#file.seekSync(offset, Deno.SeekMode.Start);
    for (let filled = 0; filled < length;) {
      const read = this.#file.readSync(into.subarray(filled, length));
      if (read === null) throw new RangeError("the file became shorter");
      filled += read;
    }
  }
}
