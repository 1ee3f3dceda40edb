import assert from "node:assert/strict";
import {
  MAX_LINK_TEXT_BYTES,
  MAX_LINK_TEXTS_BYTES,
} from "../../lib/base/limits.ts";
import { decodeNames } from "../../lib/tree/decode_names.ts";
import { readLinks } from "../../lib/tree/read_links.ts";
import { link, memoryTree } from "./memory_tree.ts";

Deno.test("links whose texts together fill the memory are not read to the end", async () => {
  const text = "a/".repeat(MAX_LINK_TEXT_BYTES / 2 - 1) + "aa";
  const most = MAX_LINK_TEXTS_BYTES / MAX_LINK_TEXT_BYTES;
  const read = (count: number) => {
    const tree = memoryTree(
      Array.from({ length: count }, (_, i) => link(`l${i}`, text)),
    );
    return readLinks(tree, decodeNames(tree.entries));
  };
  assert.equal((await read(most)).size, most);
  await assert.rejects(read(most + 1), {
    code: "limit-exceeded",
    message: /together exceed/,
  });
});
