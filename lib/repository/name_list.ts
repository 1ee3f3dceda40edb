/** Names as places in one array of bytes, in git's order once complete. */
export class NameList {
  #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** Number of names. */
  length = 0;

  /**
   * @param bytes What the places point into.
   * @param capacity Number of names there will be at most.
   */
  constructor(bytes: Uint8Array, capacity: number) {
    this.#bytes = bytes;
    this.#starts = new Uint32Array(capacity);
    this.#ends = new Uint32Array(capacity);
  }

  /** A list of separate names. */
  static of(names: readonly Uint8Array[]): NameList {
    const size = names.reduce((sum, name) => sum + name.length, 0);
    const bytes = new Uint8Array(size);
    const list = new NameList(bytes, names.length);
    let end = 0;
    for (const name of names) {
      bytes.set(name, end);
      list.add(end, end += name.length);
    }
    return list;
  }

  /** Adds the name that stands from `start` to `end` in the list's bytes. */
  add(start: number, end: number): void {
    this.#starts[this.length] = start;
    this.#ends[this.length] = end;
    this.length++;
  }

  /**
   * Adds a name that is the name before it, less its last `strip` bytes, and
   * what stands in `source` from `start` to `end`.
   *
   * @returns False when the name before is shorter than `strip`.
   */
  addCompressed(
    strip: number,
    source: Uint8Array,
    start: number,
    end: number,
  ): boolean {
    const before = this.length - 1;
    const from = this.#starts[before] ?? 0;
    const place = this.#ends[before] ?? 0;
    const kept = place - from - strip;
    if (kept < 0) return false;
    const size = kept + end - start;
    if (place + size > this.#bytes.length) this.#grow(place + size);
    this.#bytes.copyWithin(place, from, from + kept);
    for (let at = start; at < end; at++) {
      this.#bytes[place + kept + at - start] = source[at]!;
    }
    this.add(place, place + size);
    return true;
  }

  /** The bytes of one name; undefined behind the last. */
  at(index: number): Uint8Array | undefined {
    return index < this.length
      ? this.#bytes.subarray(this.#starts[index], this.#ends[index])
      : undefined;
  }

  /** Index of the first name that is not less than `wanted`. */
  search(wanted: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.at(middle)!, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Every name by itself. */
  toArray(): Uint8Array[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index)!);
  }

  #grow(atLeast: number): void {
    const bytes = new Uint8Array(Math.max(atLeast, this.#bytes.length * 2));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}

/** Git's order of names: by bytes, a front part before the whole. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = a[at]! - b[at]!;
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
