import assert from "node:assert/strict";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { readTrackedPaths } from "../../lib/repository/index_file.ts";
import {
  joinSplitIndex,
  parseIndex,
} from "../../lib/repository/parse_index.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

/** An index of `count` entries, whose bytes behind the head are `rest`. */
function indexOf(count: number, ...rest: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(12 + rest.length + 20);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x44495243);
  view.setUint32(4, 2);
  view.setUint32(8, count);
  bytes.set(rest, 12);
  return bytes;
}

const letters = (text: string) => [...new TextEncoder().encode(text)];
const stat = Array(60).fill(0);

/** What is wrong, the index, words of the sentence. */
const DAMAGED: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ["an entry that ends before its flags", indexOf(1, ...stat), /cut off/],
  ["a name without an end", indexOf(1, ...stat, 0, 3, 97, 97, 97), /cut off/],
  ["a count that no memory holds", indexOf(0xffffffff), /cut off/],
  ["a version of the future", indexOf(0).with(7, 5), /unknown version 5/],
  [
    "half the head of an extension",
    indexOf(0, ...letters("TREE"), 0),
    /cut off/,
  ],
  [
    "an extension longer than the file",
    indexOf(0, ...letters("TREE"), 0, 0, 0, 9),
    /cut off/,
  ],
  [
    "a link to a shared index without its id",
    indexOf(0, ...letters("link"), 0, 0, 0, 4, 1, 2, 3, 4),
    /cut off/,
  ],
  [
    "an extension that git refuses too",
    indexOf(0, ...letters("evil"), 0, 0, 0, 0),
    /unknown extension "evil"/,
  ],
];

for (const [what, bytes, words] of DAMAGED) {
  Deno.test(`an index with ${what} hides no tracked path`, () => {
    const parsed = parseIndex(bytes, 20);
    assert.ok(typeof parsed === "string");
    assert.match(parsed, words);
  });
}

Deno.test("a split index whose bitmap is damaged hides no tracked path", () => {
  const bytes = indexOf(
    0,
    ...letters("link"),
    0,
    0,
    0,
    20,
    ...Array(20).fill(1),
  );
  const split = parseIndex(bytes, 20);
  const shared = parseIndex(indexOf(0), 20);
  assert.ok(typeof split !== "string" && typeof shared !== "string");
  const cut = bytes.subarray(0, split.shared!.bitmaps);
  assert.equal(joinSplitIndex(cut, split, shared), "has a damaged bitmap");
});

Deno.test("an index that is none, or a folder, is not taken for no index", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  const repository = findRepository(temp.path);
  await Deno.writeTextFile(
    temp.join(".git/index"),
    "not an index at all, but long enough",
  );
  assert.throws(() => readTrackedPaths(repository), {
    code: "disk-error",
    message: /is no git index/,
  });
  await Deno.remove(temp.join(".git/index"));
  await Deno.mkdir(temp.join(".git/index"));
  assert.throws(() => readTrackedPaths(repository), {
    code: "disk-error",
    message: /cannot be read/,
  });
});
