import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import type { CommitId } from "../../lib/base/ids.ts";
import { checkArrived } from "../../lib/git/check_pin.ts";
import { ObjectBuilder } from "./object_builder.ts";
import { commitBody, treeBody, utf8 } from "./pack_builder.ts";

const pin = { url: "https://example.org/r.git", ref: "v1" };

Deno.test("a server that hides that a tag is one is found out when the object arrives", async () => {
  const objects = new ObjectBuilder();
  const tree = objects.add("tree", treeBody([]));
  const commit = objects.add("commit", commitBody(tree));
  const tag = objects.add(
    "tag",
    utf8(`object ${commit}\ntype commit\ntag v1\n\nx\n`),
  );
  const treeTag = objects.add(
    "tag",
    utf8(`object ${tree}\ntype tree\ntag v1\n\nx\n`),
  );
  const store = await objects.store();
  checkArrived(pin, store, commit as CommitId);
  for (
    const [id, code, words] of [
      [tag, "anchor-is-tag-object", commit],
      [treeTag, "commit-unknown", "leads to a tag, not to a commit"],
      [tree, "commit-unknown", "leads to a tree, not to a commit"],
      ["1".repeat(40), "commit-unknown", "does not have"],
    ] as const
  ) {
    assert.throws(() => checkArrived(pin, store, id as CommitId), (error) => {
      assert.ok(error instanceof SourceError);
      assert.equal(error.code, code);
      assert.ok(error.message.includes(words), error.message);
      return true;
    });
  }
});
