/** Keeps the values used last, up to a total number of bytes. */
export class ByteCache<K> {
  readonly #values = new Map<K, Uint8Array>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** Holds at most `maxBytes` bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The value of `key`, which becomes the one used last. */
  get(key: K): Uint8Array | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  /** Keeps `value` unless it alone would drive out everything else. */
  set(key: K, value: Uint8Array): void {
    if (value.length > this.#maxBytes / 2 || this.#values.has(key)) return;
    this.#values.set(key, value);
    this.#bytes += value.length;
    for (const [oldest, bytes] of this.#values) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#values.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
