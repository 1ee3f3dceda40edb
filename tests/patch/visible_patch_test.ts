import assert from "node:assert/strict";
import fc from "fast-check";
import { patchFile } from "../../lib/patch/patch_file.ts";
import { visiblePatch } from "../../lib/patch/visible_patch.ts";
import { printable } from "../../lib/report/printable.ts";
import { bytes, text } from "./trees.ts";

function shown(
  change: Parameters<typeof patchFile>[0],
  options?: Parameters<typeof visiblePatch>[1],
): string[] {
  return [...visiblePatch(patchFile(change), options)].map(({ text }) => text);
}

Deno.test("a change reads as a diff", () => {
  const lines = [
    ...visiblePatch(patchFile({
      path: "SKILL.md",
      old: text("# One\n\ttwo\n"),
      new: text("# One\n\t2", "100755"),
    })),
  ];
  assert.deepEqual(lines, [
    { kind: "header", text: "--- a/SKILL.md" },
    { kind: "header", text: "+++ b/SKILL.md" },
    { kind: "header", text: "old mode 100644" },
    { kind: "header", text: "new mode 100755" },
    { kind: "hunk", text: "@@ -1,2 +1,2 @@" },
    { kind: "context", text: " # One" },
    { kind: "removed", text: "-\ttwo" },
    { kind: "added", text: "+\t2" },
    { kind: "note", text: "\\ No newline at end of file" },
  ]);
});

Deno.test("text that recolours, reorders or hides is shown as escapes", () => {
  const evil = "a\x1b[8mb\u202ec\u200bd\u{e0041}\r";
  const lines = shown({
    path: `x${evil}`,
    old: text(`head${evil}ing\n1\n2\n3\n${evil}\n`),
    new: text(`head${evil}ing\n1\n2\n3\n`),
  });
  assert.ok(lines.includes(
    "-a\\u{1b}[8mb\\u{202e}c\\u{200b}d\\u{e0041}\\u{d}",
  ));
  for (const line of lines) assert.equal(printable(line), line);
});

Deno.test("nothing but a tab is left that a terminal obeys, whatever a file holds", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.string({ unit: "binary" }),
      fc.nat(20),
      (before, after, maxCharacters) => {
        const change = { path: before, old: text(before), new: text(after) };
        for (const line of shown(change, { maxCharacters })) {
          const plain = line.replaceAll("\t", " ");
          assert.equal(printable(plain), plain);
        }
      },
    ),
    { numRuns: 500, seed: 14 },
  );
});

Deno.test("a long line ends with a count, and no character is torn", () => {
  const lines = shown(
    { path: "x", new: text("\u{1f600}\u{1f601}\u{1f602}\n") },
    { maxCharacters: 2 },
  );
  assert.equal(lines.at(-1), "+\u{1f600}\u{1f601} … (1 more character)");
});

Deno.test("a long patch ends with a count of the lines not shown", () => {
  const change = { path: "x", new: text("a\n".repeat(10)) };
  const some = shown(change, { maxLines: 4 });
  assert.equal(some.filter((line) => line === "+a").length, 4);
  assert.equal(some.at(-1), "6 more lines not shown");
  const all = shown(change, { maxLines: 10 });
  assert.equal(all.at(-1), "+a");
});

Deno.test("the cap counts across hunks, and a hunk beyond it is not begun", () => {
  const old = Array.from({ length: 40 }, (_, i) => `${i}\n`);
  const now = old.with(5, "five\n").with(30, "thirty\n");
  const lines = shown(
    { path: "x", old: text(old.join("")), new: text(now.join("")) },
    { maxLines: 8 },
  );
  assert.equal(lines.filter((line) => line.startsWith("@@")).length, 1);
  assert.equal(lines.at(-1), "8 more lines not shown");
});

Deno.test("a binary content is named with its sizes; a link that becomes a file is two parts", () => {
  assert.equal(
    shown({ path: "x", old: bytes(0), new: bytes(0, 1) }).at(-1),
    "content not shown: 1 → 2 bytes",
  );
  assert.deepEqual(
    shown({ path: "x", old: text("t", "120000"), new: text("") }),
    [
      "--- a/x",
      "+++ /dev/null",
      "deleted file mode 120000",
      "@@ -1 +0,0 @@",
      "-t",
      "\\ No newline at end of file",
      "--- /dev/null",
      "+++ b/x",
      "new file mode 100644",
    ],
  );
});
