import assert from "node:assert/strict";
import { Malformed } from "../../lib/signature/malformed.ts";
import { readPackets } from "../../lib/signature/packets.ts";

Deno.test("bytes that belong to no packet, or to one without a whole length, are refused", () => {
  const rows: [number[], RegExp][] = [
    [[0x08, 1, 0], /no packet begins/],
    [[0x8b, 1, 0], /no whole length/],
    [[0xc2, 0xe1, 0, 0], /no whole length/],
    [[0x80, 1, 0], /cut off/],
    [[0xc2], /cut off/],
    [[0xc2, 5, 0], /cut off/],
    [[0x89, 1], /cut off/],
  ];
  for (const [bytes, message] of rows) {
    assert.throws(
      () => [...readPackets(Uint8Array.from(bytes))],
      (error) => {
        assert.ok(error instanceof Malformed);
        assert.match(error.message, message);
        return true;
      },
    );
  }
  const [packet] = readPackets(Uint8Array.of(0xc2, 1, 7));
  assert.deepEqual(packet, { tag: 2, body: Uint8Array.of(7) });
});
