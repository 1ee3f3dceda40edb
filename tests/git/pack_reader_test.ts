import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import { memoryBytes } from "../../lib/git/pack_bytes.ts";
import { readPack } from "../../lib/git/pack_reader.ts";
import { receivePack } from "../../lib/git/receive_pack.ts";
import { git, gitBytes } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import {
  buildDelta,
  buildPack,
  chunksOf,
  idOf,
  type PackedObject,
  utf8,
} from "./pack_builder.ts";

const never = new AbortController().signal;

async function open(pack: Uint8Array, maxBytes?: number) {
  await using dir = await tempDir();
  const bytes = await receivePack(chunksOf(pack), "sha1", dir.path);
  return await readPack(bytes, "sha1", never, maxBytes);
}

function refused(
  attack: string,
  pack: () => Uint8Array,
  code = "git-damaged",
  maxBytes?: number,
  words: RegExp = /./,
): void {
  Deno.test(`refused: ${attack}`, async () => {
    await assert.rejects(open(pack(), maxBytes), (error) => {
      assert.ok(error instanceof SourceError, String(error));
      assert.equal(error.code, code);
      assert.match(error.message, words);
      return true;
    });
  });
}

const a = utf8("aaaaaaaaaaaaaaaaaaaa");
const blob = (text: string): PackedObject => ({
  type: "blob",
  body: utf8(text),
});

Deno.test("objects, both kinds of delta and a base that comes late are read", async () => {
  const b = utf8("aaaaaaaaaaB");
  const c = utf8("aaaaaC");
  const store = await open(buildPack([
    // Its base's id is known only after the third object is resolved.
    { refDelta: idOf("blob", b), delta: buildDelta(11, 6, 0x90, 5, 1, 67) },
    { type: "blob", body: a },
    { ofsDelta: 1, delta: buildDelta(20, 11, 0x90, 10, 1, 66) },
    { type: "blob", body: new Uint8Array(0) },
  ]));
  for (const body of [a, b, c, new Uint8Array(0)]) {
    const id = idOf("blob", body);
    assert.equal(store.info(id)?.size, body.length);
    assert.deepEqual(new Uint8Array(store.read(id).body), body);
  }
  assert.equal(store.info("0".repeat(40)), undefined);
  assert.throws(() => store.read("0".repeat(40)), /missing/);
  store.close();
});

Deno.test("packs that git writes are read object for object, deltas too", async () => {
  await using dir = await tempDir();
  await git(dir.path, ["init", "-q", "--bare", "."]);
  let chains = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 20, maxLength: 400 }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.array(fc.nat(200), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (texts, cuts, offsets) => {
        const bodies = cuts.map((cut, at) => {
          const text = texts.join("\n").repeat(5);
          return text.slice(0, cut) + at + text.slice(cut);
        });
        const ids = new Map<string, string>();
        for (const body of bodies) {
          const args = ["hash-object", "-w", "--stdin"];
          ids.set(await git(dir.path, args, { input: body }), body);
        }
        const args = ["pack-objects", "--stdout", "-q", "--window=20"];
        const input = [...ids.keys()].join("\n") + "\n";
        const pack = await gitBytes(
          dir.path,
          offsets ? [...args, "--delta-base-offset"] : args,
          { input },
        );
        const store = await open(pack);
        await Deno.writeFile(dir.join("a.pack"), pack);
        await git(dir.path, ["index-pack", "-o", "a.idx", "a.pack"]);
        const report = await git(dir.path, ["verify-pack", "-v", "a.idx"]);
        chains += report.split("chain length").length - 1;
        await Deno.remove(dir.join("a.idx"));
        for (const [id, body] of ids) {
          assert.deepEqual(new Uint8Array(store.read(id).body), utf8(body));
        }
        store.close();
      },
    ),
    { numRuns: 12 },
  );
  assert.ok(chains > 0, "git wrote no delta at all");
});

Deno.test("a large blob is read in pieces, from a pack kept in a file", async () => {
  await using dir = await tempDir();
  // Not compressible, so that the pack outgrows what is kept in memory.
  const body = new Uint8Array(20 * 1024 * 1024);
  for (let at = 0; at < body.length; at += 65536) {
    crypto.getRandomValues(body.subarray(at, at + 65536));
  }
  const pack = buildPack([{ type: "blob", body }, blob("after")], { level: 0 });
  const bytes = await receivePack(chunksOf(pack, 1 << 20), "sha1", dir.path);
  assert.equal([...Deno.readDirSync(dir.path)].length, 1);
  const store = await readPack(bytes, "sha1", never);
  const id = idOf("blob", body);
  let pieces = 0;
  let at = 0;
  for await (const piece of store.stream(id)) {
    assert.ok(
      body.subarray(at, at + piece.length).every((byte, i) =>
        byte === piece[i]
      ),
    );
    pieces++;
    at += piece.length;
  }
  assert.equal(at, body.length);
  assert.ok(pieces > 1);
  assert.ok(store.info(idOf("blob", utf8("after"))));
  store.close();
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
});

Deno.test("a refused pack leaves no temporary file", async () => {
  await using dir = await tempDir();
  const body = crypto.getRandomValues(new Uint8Array(65536));
  const objects = Array.from({ length: 300 }, (_, i): PackedObject => ({
    type: "blob",
    body: Uint8Array.from([...utf8(String(i)), ...body]),
  }));
  const spoiled = buildPack(objects, { level: 0 });
  spoiled[spoiled.length - 1]! ^= 1;
  await assert.rejects(receivePack(chunksOf(spoiled), "sha1", dir.path));
  const short = buildPack(objects, { count: 301, level: 0 });
  const bytes = await receivePack(chunksOf(short), "sha1", dir.path);
  await assert.rejects(readPack(bytes, "sha1", never));
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
});

Deno.test("an interruption ends the reading of a pack", async () => {
  const pack = buildPack([blob("x")]);
  const bytes = memoryBytes(pack.subarray(0, -20));
  const reason = new Error("interrupted");
  await assert.rejects(
    readPack(bytes, "sha1", AbortSignal.abort(reason)),
    reason,
  );
});

refused("a pack whose checksum is wrong", () => {
  const pack = buildPack([blob("x")]);
  pack[pack.length - 1]! ^= 1;
  return pack;
});
refused("a truncated pack", () => buildPack([blob("x")]).slice(0, -5));
refused("an empty answer", () => new Uint8Array(0));
refused("something else than a pack", () => {
  const pack = buildPack([]);
  return Uint8Array.from([...pack].map((byte, at) => at === 0 ? 0 : byte));
});
refused("an unknown pack version", () => buildPack([], { version: 4 }));
refused(
  "a pack with more objects than it says",
  () => buildPack([blob("x"), blob("y")], { count: 1 }),
);
refused(
  "a pack with fewer objects than it says",
  () => buildPack([blob("x")], { count: 2 }),
);
refused(
  "bytes behind the last object",
  () => buildPack([blob("x")], { garbage: utf8("more") }),
);
refused(
  "an object larger than it claims",
  () => buildPack([{ type: "blob", body: a, claim: 19 }]),
);
refused(
  "an object smaller than it claims",
  () => buildPack([{ type: "blob", body: a, claim: 21 }]),
);
refused(
  "an object that claims to be empty",
  () => buildPack([{ type: "blob", body: a, claim: 0 }]),
);
refused("a large blob larger than it claims", () => {
  const body = new Uint8Array(10 * 1024 * 1024);
  return buildPack([{ type: "blob", body, claim: 9 * 1024 * 1024 }]);
});
refused("a large blob smaller than it claims", () => {
  const body = new Uint8Array(10 * 1024 * 1024);
  return buildPack([{ type: "blob", body, claim: 11 * 1024 * 1024 }]);
});
refused(
  "one object twice",
  () => buildPack([blob("x"), blob("x")]),
  "git-damaged",
  undefined,
  /twice/,
);
refused("a delta that gives an object of the pack again", () =>
  buildPack([
    { type: "blob", body: a },
    { ofsDelta: 0, delta: buildDelta(20, 20, 0x90, 20) },
  ]));
refused("a delta whose base is missing (a thin pack)", () =>
  buildPack([{
    refDelta: "1".repeat(40),
    delta: buildDelta(20, 1, 1, 65),
  }]));
refused("two deltas that are each other's base", () =>
  buildPack([
    { refDelta: "1".repeat(40), delta: buildDelta(20, 1, 1, 65) },
    { refDelta: "2".repeat(40), delta: buildDelta(20, 1, 1, 66) },
  ]));
refused(
  "a delta whose base starts inside an object",
  () =>
    buildPack([
      { type: "blob", body: a },
      { ofsDelta: -5, delta: buildDelta(20, 1, 1, 65) },
    ]),
  "git-damaged",
  undefined,
  /start of an object/,
);
refused(
  "a delta whose base lies before the pack",
  () => buildPack([{ ofsDelta: -1000, delta: buildDelta(20, 1, 1, 65) }]),
  "git-damaged",
  undefined,
  /not inside the pack/,
);
refused(
  "a delta that is its own base",
  () => buildPack([{ ofsDelta: 0, delta: buildDelta(20, 1, 1, 65) }]),
  "git-damaged",
  undefined,
  /not inside the pack/,
);
refused("an endless chain of deltas", () => {
  const objects: PackedObject[] = [{
    type: "blob",
    body: new Uint8Array(5000),
  }];
  for (let i = 0; i < 4200; i++) {
    const size = 5000 + i;
    objects.push({
      ofsDelta: i,
      delta: buildDelta(size, size + 1, 1, 65, 0xb0, size & 255, size >> 8),
    });
  }
  return buildPack(objects);
});
refused(
  "a count that no source may have",
  () => buildPack([], { count: 0xffffffff }),
  "limit-exceeded",
);
refused(
  "a bomb of zeros",
  () =>
    buildPack([
      { type: "blob", body: new Uint8Array(600_000) },
      { type: "blob", body: new Uint8Array(600_001) },
    ]),
  "limit-exceeded",
  1_000_000,
);
refused(
  "a bomb of deltas",
  () =>
    buildPack([
      { type: "blob", body: new Uint8Array(70_000) },
      ...Array.from({ length: 20 }, (_, i): PackedObject => ({
        ofsDelta: 0,
        delta: buildDelta(70_000, 65_537, 0x80, 1, i),
      })),
    ]),
  "limit-exceeded",
  1_000_000,
);
refused(
  "small deltas that have a large base inflated again and again",
  () =>
    buildPack([
      { type: "blob", body: new Uint8Array(9_000_000) },
      ...Array.from({ length: 10 }, (_, i): PackedObject => ({
        ofsDelta: 0,
        delta: buildDelta(9_000_000, 1, 1, i),
      })),
    ]),
  "limit-exceeded",
  10_000_000,
);
refused(
  "a delta that promises more than any object may have",
  () =>
    buildPack([
      { type: "blob", body: a },
      { ofsDelta: 0, delta: buildDelta(20, 2 ** 40, 0x90, 5) },
    ]),
  "limit-exceeded",
);
refused(
  "an object that promises more than any source may have",
  () => buildPack([{ type: "blob", body: a, claim: 2 ** 40 }]),
  "limit-exceeded",
  undefined,
  /an object exceeds/,
);
