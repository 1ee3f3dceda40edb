import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { binaryBlock } from "../../lib/patch/binary_block.ts";

const DIGITS =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

Deno.test("a binary block holds the content, in lines of at most 52 bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4000 }), (content) => {
      const [head, ...lines] = [...binaryBlock(content)].join("").split("\n");
      assert.equal(head, `literal ${content.length}`);
      assert.deepEqual(lines.splice(-2), ["", ""]);
      const deflated = lines.flatMap(decode);
      assert.deepEqual(
        new Uint8Array(inflateSync(Uint8Array.from(deflated))),
        content,
      );
    }),
    { numRuns: 100, seed: 13 },
  );
});

Deno.test("a big block comes in pieces", () => {
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  assert.ok([...binaryBlock(noise)].every((chunk) => chunk.length < 40_000));
});

function decode(line: string): number[] {
  const letter = line.charCodeAt(0);
  const length = letter < 0x61 ? letter - 0x40 : letter - 0x60 + 26;
  assert.ok(length >= 1 && length <= 52);
  const found: number[] = [];
  for (let at = 1; at < line.length; at += 5) {
    let group = 0n;
    for (const digit of line.slice(at, at + 5)) {
      group = group * 85n + BigInt(DIGITS.indexOf(digit));
    }
    for (const shift of [24n, 16n, 8n, 0n]) {
      found.push(Number((group >> shift) & 255n));
    }
  }
  return found.slice(0, length);
}
