import type { Hash } from "node:crypto";

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;

/**
 * Hashes a text-mode signature's bytes, across chunks: each line ends with
 * CR LF (RFC 9580, section 5.2.1.2), and as GnuPG reads a text, neither CR nor
 * NUL counts before a line's end or at the data's. Nearly every archive ends
 * with a NUL, and GnuPG makes the signatures of nearly all of them.
 */
export class TextModeHash {
  #hash: Hash;
  /** The state before the CRs and NULs last hashed, while a line's end may still drop them. */
  #before: Hash | undefined;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  update(chunk: Uint8Array): void {
    const bytes = new Uint8Array(chunk.length * 2);
    let length = 0;
    let kept = 0;
    let before = this.#before;
    for (const byte of chunk) {
      if (byte === LF) {
        this.#hash = before ?? this.#hash;
        bytes[kept] = CR;
        bytes[kept + 1] = LF;
        length = kept += 2;
      } else {
        bytes[length++] = byte;
        if (byte === CR || byte === NUL) continue;
        kept = length;
      }
      before = undefined;
    }
    this.#hash.update(bytes.subarray(0, kept));
    if (length > kept) before ??= this.#hash.copy();
    this.#hash.update(bytes.subarray(kept, length));
    this.#before = before;
  }

  /** A copy of the state as if the data ended here. */
  copy(): Hash {
    return (this.#before ?? this.#hash).copy();
  }
}
