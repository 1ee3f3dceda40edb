const POLYNOMIAL = 0x1864cfb;
const START = 0xb704ce;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 16;
  for (let bit = 0; bit < 8; bit++) {
    value <<= 1;
    if (value & 0x1000000) value ^= POLYNOMIAL;
  }
  return value;
});

/** The checksum at the foot of an OpenPGP armor (RFC 9580, section 6.1.1). */
export function crc24(bytes: Uint8Array): number {
  let value = START;
  for (const byte of bytes) {
    value = ((value << 8) & 0xffffff) ^ TABLE[(value >> 16) ^ byte]!;
  }
  return value;
}
