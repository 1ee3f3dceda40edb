import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import { applyDelta } from "../../lib/git/delta.ts";
import { buildDelta, joinBytes, utf8 } from "./pack_builder.ts";

const base = utf8("0123456789");

function refused(attack: string, delta: Uint8Array): void {
  Deno.test(`refused: ${attack}`, () => {
    assert.throws(
      () => applyDelta(base, delta),
      (error) => error instanceof SourceError && error.code === "git-damaged",
    );
  });
}

Deno.test("copies and insertions give the bytes they describe", () => {
  fc.assert(fc.property(
    fc.uint8Array({ minLength: 1, maxLength: 70_000 }),
    fc.array(
      fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 127 }),
        fc.tuple(fc.nat(), fc.nat()),
      ),
      { maxLength: 20 },
    ),
    (base, steps) => {
      const code: number[] = [];
      const parts: Uint8Array[] = [];
      for (const step of steps) {
        if (step instanceof Uint8Array) {
          code.push(step.length, ...step);
          parts.push(step);
          continue;
        }
        const offset = step[0] % base.length;
        const size = 1 + step[1] % (base.length - offset);
        const bytes = [
          offset & 255,
          offset >> 8 & 255,
          offset >> 16 & 255,
          offset >> 24 & 255,
          size & 255,
          size >> 8 & 255,
          size >> 16 & 255,
        ];
        const present = bytes.map((byte, bit) => byte === 0 ? 0 : 1 << bit);
        code.push(0x80 | present.reduce((a, b) => a | b));
        code.push(...bytes.filter((byte) => byte !== 0));
        parts.push(base.subarray(offset, offset + size));
      }
      const result = joinBytes(parts);
      const delta = buildDelta(base.length, result.length, ...code);
      assert.deepEqual(new Uint8Array(applyDelta(base, delta)), result);
    },
  ));
});

Deno.test("a copy of size zero copies 64 KiB", () => {
  const base = new Uint8Array(0x10000).fill(7);
  const delta = buildDelta(0x10000, 0x10000, 0x80);
  assert.deepEqual(applyDelta(base, delta), base);
});

refused("a delta for another base", buildDelta(11, 1, 0x90, 1));
refused("a copy from outside the base", buildDelta(10, 5, 0x91, 8, 5));
refused(
  "a copy whose offset would be negative in 32 bits",
  buildDelta(10, 1, 0x9f, 0, 0, 0, 0xff, 1),
);
refused("an insertion that is cut off", buildDelta(10, 5, 5, 65, 66));
refused("a copy instruction that is cut off", buildDelta(10, 5, 0x91));
refused(
  "a cut-off copy whose size, as it is missing, would be 64 KiB of zeros",
  buildDelta(10, 0x10000, 0x81),
);
refused("the reserved instruction", buildDelta(10, 1, 0, 1, 65));
refused("a result larger than claimed", buildDelta(10, 4, 0x90, 5));
refused("a result smaller than claimed", buildDelta(10, 6, 0x90, 5));
refused("a size that never ends", Uint8Array.from(Array(20).fill(0xff)));
refused("an empty delta", new Uint8Array(0));
