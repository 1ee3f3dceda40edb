import assert from "node:assert/strict";
import fc from "fast-check";
import { inLines } from "../../lib/evals/in_lines.ts";

Deno.test("a text comes whole and in whole lines, however its bytes are cut", async () => {
  const property = fc.asyncProperty(
    fc.string({ unit: fc.constantFrom("a", "\n", "é", "\u{1f600}") }),
    fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
    async (text, cuts) => {
      const bytes = new TextEncoder().encode(text);
      const pieces: string[] = [];
      await inLines(
        new ReadableStream({
          start(controller) {
            for (let at = 0, turn = 0; at < bytes.length; turn++) {
              const size = cuts[turn % cuts.length]!;
              controller.enqueue(bytes.slice(at, at + size));
              at += size;
            }
            controller.close();
          },
        }),
        (piece) => pieces.push(piece),
      );
      assert.equal(pieces.join(""), text);
      assert.ok(pieces.slice(0, -1).every((piece) => piece.endsWith("\n")));
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

Deno.test("a line without an end is handed on before it fills the memory", async () => {
  let longest = 0;
  let total = 0;
  await inLines(
    ReadableStream.from(
      Array.from({ length: 64 }, () => new Uint8Array(64 * 1024).fill(97)),
    ),
    (piece) => {
      longest = Math.max(longest, piece.length);
      total += piece.length;
    },
  );
  assert.equal(total, 64 * 64 * 1024);
  assert.ok(longest < 2 * 1024 * 1024);
});
