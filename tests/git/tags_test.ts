import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { parseTag, peelTag } from "../../lib/git/tags.ts";
import { ObjectBuilder } from "./object_builder.ts";
import { commitBody, treeBody, utf8 } from "./pack_builder.ts";

const tag = (object: string, type: string, name: string) =>
  utf8(`object ${object}\ntype ${type}\ntag ${name}\n\nmessage\n`);

Deno.test("a tag object is parsed and its raw bytes are kept", () => {
  const raw = tag("1".repeat(40), "commit", "v1.0 final");
  assert.deepEqual(parseTag(raw, "sha1"), {
    object: "1".repeat(40),
    type: "commit",
    name: "v1.0 final",
    raw,
  });
});

Deno.test("a malformed tag object is refused", () => {
  const id = "1".repeat(40);
  for (
    const text of [
      "",
      `object ${id}\n`,
      `object ${id}\ntype thing\ntag x\n`,
      `object 123\ntype commit\ntag x\n`,
      `\nobject ${id}\ntype commit\ntag x\n`,
      `object ${"1".repeat(64)}\ntype commit\ntag x\n`,
    ]
  ) {
    assert.throws(
      () => parseTag(utf8(text), "sha1"),
      (error) => error instanceof SourceError && error.code === "git-damaged",
    );
  }
});

Deno.test("tags of tags are peeled, outermost first", async () => {
  const objects = new ObjectBuilder();
  const tree = objects.add("tree", treeBody([]));
  const commit = objects.add("commit", commitBody(tree));
  const inner = objects.add("tag", tag(commit, "commit", "inner"));
  const outer = objects.add("tag", tag(inner, "tag", "outer"));
  const store = await objects.store();
  const peeled = peelTag(store, outer);
  assert.equal(peeled.id, commit);
  assert.equal(peeled.type, "commit");
  assert.deepEqual(peeled.tags.map(({ name }) => name), ["outer", "inner"]);
  assert.deepEqual(peelTag(store, commit).tags, []);
});

Deno.test("a tag that lies about the type of its target is refused", async () => {
  const objects = new ObjectBuilder();
  const tree = objects.add("tree", treeBody([]));
  const liar = objects.add("tag", tag(tree, "commit", "x"));
  const store = await objects.store();
  assert.throws(() => peelTag(store, liar), /another type/);
});

Deno.test("an endless chain of tags is refused", async () => {
  const objects = new ObjectBuilder();
  const tree = objects.add("tree", treeBody([]));
  let at = objects.add("commit", commitBody(tree));
  let type = "commit";
  for (let i = 0; i < 20; i++) {
    at = objects.add("tag", tag(at, type, `t${i}`));
    type = "tag";
  }
  const store = await objects.store();
  assert.throws(() => peelTag(store, at), /more than 16 tags/);
});
