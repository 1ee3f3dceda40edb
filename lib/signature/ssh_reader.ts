import { Malformed } from "./malformed.ts";

/** Reads the fields of an SSH blob (RFC 4251, section 5) one after the other. */
export class SshReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  /** Reads `bytes` from their beginning. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next `length` bytes. Throws {@linkcode Malformed}. */
  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Malformed("is cut off");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** A number of four bytes. Throws {@linkcode Malformed}. */
  uint32(): number {
    const bytes = this.take(4);
    return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
  }

  /** A string: its length and its bytes. Throws {@linkcode Malformed}. */
  string(): Uint8Array {
    return this.take(this.uint32());
  }

  /** A string that is a name. Throws {@linkcode Malformed}. */
  name(): string {
    return new TextDecoder("latin1").decode(this.string());
  }

  /**
   * A number that is not negative, without leading zeros. Throws
   * {@linkcode Malformed}.
   */
  mpint(): Uint8Array {
    const bytes = this.string();
    if ((bytes[0] ?? 0) >= 0x80) throw new Malformed("holds a negative number");
    let zeros = 0;
    while (bytes[zeros] === 0) zeros++;
    return bytes.subarray(zeros);
  }

  /** Refuses bytes that belong to no field. Throws {@linkcode Malformed}. */
  end(): void {
    if (this.#at !== this.#bytes.length) {
      throw new Malformed("holds more than a signature");
    }
  }
}
