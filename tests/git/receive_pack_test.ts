import assert from "node:assert/strict";
import fc from "fast-check";
import { readPack } from "../../lib/git/pack_reader.ts";
import { receivePack } from "../../lib/git/receive_pack.ts";
import { buildPack, chunksOf, idOf, utf8 } from "./pack_builder.ts";

const never = new AbortController().signal;

Deno.test("a pack is received in chunks of any size, in both object formats", async () => {
  await fc.assert(fc.asyncProperty(
    fc.constantFrom("sha1", "sha256"),
    fc.integer({ min: 1, max: 90 }),
    fc.uniqueArray(fc.string(), { maxLength: 6 }),
    async (format, chunk, texts) => {
      const objects = texts.map((text) => ({
        type: "blob" as const,
        body: utf8(text),
      }));
      const pack = buildPack(objects, { format });
      const bytes = await receivePack(
        chunksOf(pack, chunk),
        format,
        "/nonexistent",
      );
      const store = await readPack(bytes, format, never);
      for (const { body } of objects) {
        assert.ok(store.info(idOf("blob", body, format)));
      }
      store.close();
      pack[Math.floor(pack.length / 2)]! ^= 1;
      await assert.rejects(
        receivePack(chunksOf(pack, chunk), format, "/nonexistent"),
        /checksum/,
      );
    },
  ));
});
