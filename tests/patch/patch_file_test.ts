import assert from "node:assert/strict";
import { MAX_DIFF_BYTES, MAX_DIFF_LINES } from "../../lib/base/limits.ts";
import { patchFile } from "../../lib/patch/patch_file.ts";
import { bytes, text } from "./trees.ts";

function counts(change: Parameters<typeof patchFile>[0]) {
  const { added, removed, binary, sections } = patchFile(change);
  return { added, removed, binary, sections: sections.length };
}

Deno.test("lines are counted as git diff --numstat counts them", () => {
  const table = [
    [text("a\nb\n"), text("a\nc\nd\n"), 2, 1],
    [text("a\n"), undefined, 0, 1],
    [undefined, text("a\nb"), 2, 0],
    [text("a"), text("a\n"), 1, 1],
    [text("a"), text("a", "100755"), 0, 0],
    [text(""), text(""), 0, 0],
    [text("a\nb\n"), text("t", "120000"), 1, 2],
    [bytes(0), text("a\n"), 0, 0],
  ] as const;
  for (const [old, now, added, removed] of table) {
    const change = {
      path: "x",
      ...old && { old },
      ...now && { new: now },
    };
    const found = counts(change);
    assert.deepEqual([found.added, found.removed], [added, removed]);
  }
});

Deno.test("what does not change has no part in a patch", () => {
  assert.equal(counts({ path: "x" }).sections, 0);
  const same = { path: "x", old: text("a\n"), new: text("a\n") };
  assert.equal(counts(same).sections, 0);
});

Deno.test("what is no text goes in git's binary form", () => {
  const binary = [
    bytes(0x61, 0, 0x62),
    bytes(0xff),
    bytes(0xc0, 0x80),
    bytes(0xed, 0xa0, 0x80),
    bytes(0xe2, 0x82),
  ];
  for (const file of binary) {
    assert.equal(counts({ path: "x", new: file }).binary, true);
  }
  const late = "a\n".repeat(10_000) + "\0";
  assert.equal(counts({ path: "x", new: text(late) }).binary, true);
  assert.equal(
    counts({ path: "x", new: text("\ufeff\r\x1b\u202e") }).binary,
    false,
  );
});

Deno.test("a file too big to compare goes in git's binary form", () => {
  const long = text("x".repeat(MAX_DIFF_BYTES + 1));
  assert.equal(counts({ path: "x", old: text("y"), new: long }).binary, true);
  const many = text("\n".repeat(MAX_DIFF_LINES + 1));
  assert.equal(counts({ path: "x", old: many }).binary, true);
  const enough = text("\n".repeat(MAX_DIFF_LINES));
  assert.equal(counts({ path: "x", old: enough }).binary, false);
});
