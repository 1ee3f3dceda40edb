import assert from "node:assert/strict";
import fc from "fast-check";
import { readEwah } from "../../lib/repository/ewah.ts";

/** A bitmap of the given 64-bit words. */
function bitmap(bits: number, words: readonly bigint[]): DataView {
  const view = new DataView(new ArrayBuffer(12 + words.length * 8));
  view.setUint32(0, bits);
  view.setUint32(4, words.length);
  words.forEach((word, index) => view.setBigUint64(8 + index * 8, word));
  return view;
}

const run = (bit: bigint, length: bigint, literals: bigint) =>
  bit | length << 1n | literals << 33n;

Deno.test("runs and literal words are read in order", () => {
  const view = bitmap(200, [run(1n, 1n, 1n), 0b101n, run(0n, 1n, 0n)]);
  const found = readEwah(view, 0, 200);
  const expected = Array.from({ length: 64 }, (_, bit) => bit);
  assert.deepEqual([...found?.bits ?? []], [...expected, 64, 66]);
  assert.equal(found?.end, view.byteLength);
});

Deno.test("a run of billions of bits is refused at the limit", () => {
  assert.equal(
    readEwah(bitmap(10, [run(1n, 0xffffffffn, 0n)]), 0, 10),
    undefined,
  );
});

Deno.test("any bytes are read without a fault", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
    readEwah(new DataView(bytes.slice().buffer), 0, 100);
  }));
});
