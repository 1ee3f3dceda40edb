/**
 * Reads one EWAH-compressed bitmap, the form git keeps bitmaps in: run-length
 * words, each followed by literal words, big-endian.
 *
 * @param limit Number of bits that can have a meaning; more is damage.
 * @returns The positions of the set bits and the offset behind the bitmap;
 * undefined when the bytes are damaged.
 */
export function readEwah(
  view: DataView,
  start: number,
  limit: number,
): { readonly bits: ReadonlySet<number>; readonly end: number } | undefined {
  if (start + 12 > view.byteLength) return undefined;
  const words = view.getUint32(start + 4);
  const first = start + 8;
  const end = first + words * 8 + 4;
  if (end > view.byteLength) return undefined;
  const bits = new Set<number>();
  const set = (position: number) => {
    if (position >= limit) return false;
    bits.add(position);
    return true;
  };
  let position = 0;
  for (let word = 0; word < words; word++) {
    const high = view.getUint32(first + word * 8);
    const low = view.getUint32(first + word * 8 + 4);
    const run = ((low >>> 1) | (high & 1) << 31) >>> 0;
    if ((low & 1) === 1) {
      for (let bit = 0; bit < run * 64; bit++) {
        if (!set(position + bit)) return undefined;
      }
    }
    position += run * 64;
    const literals = high >>> 1;
    if (word + literals >= words) return undefined;
    for (let literal = 0; literal < literals; literal++, position += 64) {
      word++;
      for (let bit = 0; bit < 64; bit++) {
        const half = view.getUint32(first + word * 8 + (bit < 32 ? 4 : 0));
        if ((half >>> (bit & 31)) & 1 && !set(position + bit)) return undefined;
      }
    }
  }
  return { bits, end };
}
