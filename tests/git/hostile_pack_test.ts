import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { MAX_OBJECT_BYTES, MAX_SOURCE_BYTES } from "../../lib/base/limits.ts";
import { readPack } from "../../lib/git/pack_reader.ts";
import { receivePack } from "../../lib/git/receive_pack.ts";
import { buildDelta, buildPack, joinBytes, utf8 } from "./pack_builder.ts";

const never = new AbortController().signal;

/** `body` with its true checksum behind it. */
function sealed(...body: readonly Uint8Array[]): Uint8Array {
  const bytes = joinBytes(body);
  return joinBytes([bytes, createHash("sha1").update(bytes).digest()]);
}

/** A pack that says it holds one object, whose bytes are `object`. */
function packOf(...object: readonly number[]): Uint8Array {
  return sealed(
    utf8("PACK"),
    Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 1),
    Uint8Array.from(object),
  );
}

/** A pack changed behind its writer's back, with a true checksum all the same. */
function resealed(
  pack: Uint8Array,
  change: (bytes: Uint8Array) => void,
): Uint8Array {
  const body = pack.slice(0, -20);
  change(body);
  return sealed(body);
}

const large = new Uint8Array(9 * 1024 * 1024);
const a = utf8("aaaaaaaaaaaaaaaaaaaa");

/** Attack, pack, rule, words of the message. */
const ATTACKS: readonly (readonly [
  string,
  () => Uint8Array,
  string,
  RegExp,
])[] = [
  [
    "a web page with a checksum",
    () => sealed(utf8("<!DOCTYPE html>")),
    "git-damaged",
    /not a pack/,
  ],
  [
    "a pack without a count",
    () => sealed(utf8("PACK")),
    "git-damaged",
    /cut off/,
  ],
  [
    "an object of no known type",
    () => packOf(0x50, 0),
    "git-damaged",
    /unknown object type/,
  ],
  [
    "an object whose size does not end",
    () => packOf(0xb0, ...Array(20).fill(0xff)),
    "git-damaged",
    /size is too large/,
  ],
  [
    "a delta's distance that does not end",
    () => packOf(0x60, ...Array(40).fill(0xff)),
    "git-damaged",
    /too far away/,
  ],
  [
    "a pack that ends inside a base's id",
    () => packOf(0x70, 1, 2, 3),
    "git-damaged",
    /ends inside an object/,
  ],
  [
    "a pack that ends inside a size",
    () => packOf(0xb0),
    "git-damaged",
    /ends inside an object/,
  ],
  [
    "a commit that would fill the memory",
    () => buildPack([{ type: "commit", body: a, claim: MAX_OBJECT_BYTES + 1 }]),
    "limit-exceeded",
    /held whole/,
  ],
  [
    "a delta whose result would fill the memory",
    () =>
      buildPack([
        { type: "blob", body: a },
        { ofsDelta: 0, delta: buildDelta(20, MAX_OBJECT_BYTES + 1, 0x90, 5) },
      ]),
    "limit-exceeded",
    /patched object/,
  ],
  [
    "a large blob whose compressed data is damaged",
    () =>
      resealed(
        buildPack([{ type: "blob", body: large }]),
        (bytes) => bytes.fill(0xff, 20, 40),
      ),
    "git-damaged",
    /compressed data is broken/,
  ],
];

for (const [attack, pack, code, message] of ATTACKS) {
  Deno.test(`refused: ${attack}`, async () => {
    await assert.rejects(async () => {
      const bytes = await receivePack(
        [pack()] as never,
        "sha1",
        "/nonexistent",
      );
      await readPack(bytes, "sha1", never);
    }, { code, message });
  });
}

Deno.test("refused: a pack larger than any source, before it fills the disk", async () => {
  // Memory that nothing touches while the guard stands.
  const endless = new Uint8Array(MAX_SOURCE_BYTES + 1);
  await assert.rejects(
    receivePack([endless] as never, "sha1", "/nonexistent"),
    { code: "limit-exceeded" },
  );
});
