import { Malformed } from "./malformed.ts";

/** One OpenPGP packet, its body unread. */
export interface Packet {
  /** Its type: 2 a signature, 6 a public key, 13 a user id. */
  readonly tag: number;
  readonly body: Uint8Array;
}

/**
 * Cuts bytes into OpenPGP packets (RFC 9580, section 4.2). Every byte belongs
 * to one. Partial and indeterminate lengths, which keys and signatures must
 * not have, are refused. Throws {@linkcode Malformed}.
 */
export function* readPackets(bytes: Uint8Array): Generator<Packet> {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    if ((first & 0x80) === 0) throw new Malformed("no packet begins here");
    const modern = (first & 0x40) !== 0;
    const tag = modern ? first & 0x3f : (first >> 2) & 0x0f;
    const { header, length } = modern
      ? modernLength(bytes, at)
      : legacyLength(bytes, at);
    const end = at + header + length;
    if (tag === 0 || end > bytes.length) {
      throw new Malformed("a packet is cut off");
    }
    yield { tag, body: bytes.subarray(at + header, end) };
    at = end;
  }
}

interface Length {
  /** Bytes of tag and length. */
  readonly header: number;
  /** Bytes of body. */
  readonly length: number;
}

function modernLength(bytes: Uint8Array, at: number): Length {
  const first = byte(bytes, at + 1);
  if (first < 192) return { header: 2, length: first };
  if (first < 224) {
    const length = ((first - 192) << 8) + byte(bytes, at + 2) + 192;
    return { header: 3, length };
  }
  if (first < 255) throw new Malformed("a packet has no whole length");
  return { header: 6, length: number(bytes, at + 2, 4) };
}

function legacyLength(bytes: Uint8Array, at: number): Length {
  const size = [1, 2, 4][bytes[at]! & 3];
  if (size === undefined) throw new Malformed("a packet has no whole length");
  return { header: 1 + size, length: number(bytes, at + 1, size) };
}

function number(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index++) {
    value = value * 256 + byte(bytes, at + index);
  }
  return value;
}

function byte(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  if (value === undefined) throw new Malformed("a packet is cut off");
  return value;
}
