import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import {
  decodePackets,
  encodePacket,
  encodeRequest,
  MAX_PACKET_PAYLOAD,
  type Packet,
} from "../../lib/git/pkt_line.ts";
import { chunksOf, joinBytes, utf8 } from "./pack_builder.ts";

async function decode(bytes: Uint8Array, chunk?: number): Promise<Packet[]> {
  return await Array.fromAsync(decodePackets(chunksOf(bytes, chunk)));
}

function encode(packet: Packet): Uint8Array {
  if (packet.kind === "data") return encodePacket(packet.data);
  return utf8(
    { "flush": "0000", "delim": "0001", "response-end": "0002" }[
      packet.kind
    ],
  );
}

const packets = fc.array(fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((data): Packet => ({
    kind: "data",
    data,
  })),
  fc.constantFrom("flush", "delim", "response-end").map((kind): Packet => ({
    kind: kind as "flush",
  })),
));

Deno.test("packets survive any chunking of the stream", async () => {
  await fc.assert(fc.asyncProperty(
    packets,
    fc.integer({ min: 1, max: 700 }),
    async (wanted, chunk) => {
      const bytes = joinBytes(wanted.map(encode));
      const found = await decode(bytes, chunk);
      assert.deepEqual(
        found.map((packet) => encode(packet).toHex()),
        wanted.map((packet) => encode(packet).toHex()),
      );
    },
  ));
});

Deno.test("a packet that one chunk carried is not overwritten by the next", async () => {
  const bytes = joinBytes([encodePacket("first"), encodePacket("other")]);
  const found = await decode(bytes, 3);
  assert.deepEqual(
    found.map((packet) =>
      packet.kind === "data" && new TextDecoder().decode(packet.data)
    ),
    ["first", "other"],
  );
});

Deno.test("the longest packet passes, a longer one is refused", async () => {
  const long = encodePacket(new Uint8Array(MAX_PACKET_PAYLOAD));
  assert.equal((await decode(long, 1000)).length, 1);
  assert.throws(
    () => encodePacket(new Uint8Array(MAX_PACKET_PAYLOAD + 1)),
    RangeError,
  );
  await refused("fff1");
});

for (
  const [attack, text] of [
    ["the length that no packet can have", "0003"],
    ["a length with a sign", "+004"],
    ["a length in front of blanks", " 004"],
    ["a length in another base", "0x04"],
    ["a stream that ends inside a length", "00"],
    ["a stream that ends inside a packet", "0009ab"],
  ] as const
) {
  Deno.test(`refused: ${attack}`, () => refused(text));
}

Deno.test("a request is packets and control packets", () => {
  const request = encodeRequest(["a\n", { control: "delim" }, "b", {
    control: "flush",
  }]);
  assert.equal(new TextDecoder().decode(request), "0006a\n00010005b0000");
});

async function refused(text: string): Promise<void> {
  for (const chunk of [1, 1000]) {
    await assert.rejects(decode(utf8(text), chunk), (error) => {
      assert.ok(error instanceof SourceError);
      assert.equal(error.code, "git-damaged");
      return true;
    });
  }
}
