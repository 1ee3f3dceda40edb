import assert from "node:assert/strict";
import { MAX_SOURCE_ENTRIES } from "../../lib/base/limits.ts";
import { parseTree } from "../../lib/git/tree_object.ts";
import { joinBytes, treeBody } from "./pack_builder.ts";

const item = treeBody([["100644", "a", "1".repeat(40)]]);

Deno.test("a folder with more entries than a source may have is not read to its end", () => {
  const most = joinBytes(Array(MAX_SOURCE_ENTRIES).fill(item));
  assert.equal(parseTree(most, "sha1").length, MAX_SOURCE_ENTRIES);
  assert.throws(() => parseTree(joinBytes([most, item]), "sha1"), {
    code: "limit-exceeded",
  });
});
