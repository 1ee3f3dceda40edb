import assert from "node:assert/strict";
import { MAX_HISTORY_COMMITS } from "../../lib/base/limits.ts";
import { commitGraph } from "../../lib/git/commit_graph.ts";
import type { ObjectStore } from "../../lib/git/git_object.ts";
import { ObjectBuilder } from "./object_builder.ts";
import { commitBody, utf8 } from "./pack_builder.ts";

const TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const idOfNumber = (number: number) => number.toString(16).padStart(40, "0");

/** A line of `length` commits, too long to be written down; the last is the newest. */
function lineOf(length: number): ObjectStore {
  return {
    format: "sha1",
    info: (id) => ({ type: "commit", size: 0, order: Number.parseInt(id, 16) }),
    read(id) {
      const number = Number.parseInt(id, 16);
      const parent = number === 1 ? "" : `parent ${idOfNumber(number - 1)}\n`;
      assert.ok(number > 0 && number <= length);
      const body = utf8(`tree ${TREE}\n${parent}author A <a> 1 +0000\n\n`);
      return { type: "commit", body };
    },
    stream: () => [],
    close() {},
  };
}

Deno.test("a history without end is refused, unless the commit asked for was met", () => {
  const length = MAX_HISTORY_COMMITS + 1;
  const store = lineOf(length);
  const whole = commitGraph(lineOf(3), idOfNumber(3));
  assert.deepEqual([...whole.keys()], [3, 2, 1].map(idOfNumber));
  assert.throws(() => commitGraph(store, idOfNumber(length)), {
    code: "limit-exceeded",
  });
  assert.throws(
    () => commitGraph(store, idOfNumber(length), "f".repeat(40)),
    { code: "limit-exceeded" },
  );
  const met = commitGraph(store, idOfNumber(length), idOfNumber(length - 5));
  assert.equal(met.size, MAX_HISTORY_COMMITS);
});

Deno.test("what is no commit has no place in a history", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8(`parent ${"a".repeat(40)}\n`));
  const text = new TextDecoder().decode(commitBody(TREE));
  const commit = objects.add(
    "commit",
    utf8(text.replace(/(?<=^tree \w+\n)/, `parent ${blob}\n`)),
  );
  const store = await objects.store();
  const graph = commitGraph(store, commit);
  assert.deepEqual([...graph], [[commit, [blob]]]);
  assert.equal(commitGraph(store, blob).size, 0);
  assert.equal(commitGraph(store, "b".repeat(40)).size, 0);
  store.close();
});
