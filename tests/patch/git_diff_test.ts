import assert from "node:assert/strict";
import type { FileVersion } from "../../lib/patch/file_change.ts";
import { git, gitBytes } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import {
  bytes,
  changes,
  type Files,
  patchText,
  text,
  writeFiles,
} from "./trees.ts";

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => `${i + 1}\n`);

function edited(count: number, edits: readonly [number, string][]): string {
  const lines = numbered(count);
  for (const [line, text] of edits) lines[line - 1] = text;
  return lines.join("");
}

const plain = numbered(40).join("");
const functions = [
  "_private() {\n",
  ...numbered(10),
  `  indented\nfunction ${"é".repeat(60)} long\n`,
  ...numbered(10),
  "$dollar  \t\n",
  ...numbered(10),
].join("");

/** Path, old, new: every case whose printed form is git's alone to decide. */
const CASES: readonly (readonly [
  string,
  FileVersion | undefined,
  FileVersion?,
])[] = [
  ["absent line end/both", text("a\nb"), text("c\nb")],
  ["absent line end/new", text("a\nb\n"), text("a\nb")],
  ["absent line end/old", text("a\nb"), text("a\nb\n")],
  ["absent line end/changed", text("a"), text("b")],
  ["binary/changed", bytes(1, 0, 2), bytes(0, 255, 9, 8, 7)],
  ["binary/deleted", bytes(0, 1, 2, 3)],
  ["binary/emptied", bytes(0, 1, 2, 3), text("")],
  ["binary/executable", bytes(0, 1), {
    mode: "100755",
    bytes: new Uint8Array(9),
  }],
  ["binary/new", undefined, bytes(0, 1, 2, 3)],
  ["binary/to text", bytes(0), text("text\n")],
  ["carriage/crlf", text("a\r\nb\r\n"), text("a\nb\r\n")],
  ["carriage/lone", text("a\rb\n"), text("a\rc\n")],
  ["empty/deleted", text("")],
  ["empty/filled", text(""), text("a\n")],
  ["empty/link", undefined, text("x", "120000")],
  ["empty/mode", text(""), text("", "100755")],
  ["empty/new", undefined, text("")],
  ["empty/new executable", undefined, text("", "100755")],
  ["empty/of", text("a\n"), text("")],
  ["far/apart", text(plain), text(edited(40, [[5, "x\n"], [13, "y\n"]]))],
  ["far/first", text(plain), text(`0\n${plain}`)],
  ["far/last", text(plain), text(`${plain}41\n`)],
  ["far/near", text(plain), text(edited(40, [[5, "x\n"], [12, "y\n"]]))],
  ["far/removed", text(plain), text(edited(40, [[20, ""], [21, ""]]))],
  ["file", text("a\n")],
  ["file/now a folder", undefined, text("a\n")],
  ["folder", undefined, text("a\n")],
  ["folder/now a file", text("a\n")],
  [
    "heading",
    text(functions),
    text(functions.replace(/5\n6\n/g, "five\n6\n")),
  ],
  ["kind/file to link", text("a\n"), text("target", "120000")],
  ["kind/link to executable", text("target", "120000"), text("#!\n", "100755")],
  ["kind/link", text("old", "120000"), text("new", "120000")],
  ["kind/same bytes", text("same"), text("same", "120000")],
  ["mode/and text", text("a\n"), text("b\n", "100755")],
  ["mode/only", text("a\n", "100755"), text("a\n")],
  ["name/ leading and trailing ", text("a\n"), text("b\n")],
  ["name/a b", text("a\n"), text("b\n")],
  ['name/"quoted"', text("a\n"), text("b\n")],
  ["name/back\\slash", text("a\n"), text("b\n")],
  ["name/bell\x07\b\v\f\r\x1b\x7f", text("a\n"), text("b\n")],
  ["name/tab\tline\nfeed", undefined, text("b\n")],
  ["name/é 日本 \u{1f600}", text("a\n")],
  ["name/é binary ", bytes(0), bytes(0, 0)],
  ["same", text("a\n"), text("a\n")],
  ["utf-8/latin 1", text("caf\u00e9\n"), text("cafe\u0301\n")],
  ["utf-8/mark", text("\ufeffa\n"), text("a\n")],
  ["utf-8/separator", text("a\u2028b\u0085c\n"), text("a\u2028b\u0085d\n")],
];

function side(index: 1 | 2): Files {
  return new Map(
    CASES.flatMap((row) => row[index] ? [[row[0], row[index]!]] : []),
  );
}

Deno.test("a patch reads as the one that git itself prints", async () => {
  const [old, now] = [side(1), side(2)];
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await writeFiles(temp.path, old);
  await git(temp.path, ["add", "-A", "-f"]);
  await git(temp.path, ["commit", "-q", "--allow-empty", "-m", "old"]);
  await git(temp.path, ["rm", "-r", "-q", "."]);
  await writeFiles(temp.path, now);
  await git(temp.path, ["add", "-A", "-f"]);
  const printed = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    await gitBytes(temp.path, [
      ...["diff", "--cached", "--binary", "--full-index", "--no-renames"],
    ]),
  );
  const ours = await patchText(changes(old, now));
  assert.ok(sections(printed).length >= CASES.length);
  assert.deepEqual(sections(ours), sections(printed));
});

/** A list by section, compressed lines left out: two compressors need not agree. */
function sections(patch: string): string[] {
  return patch.split(/^(?=diff --git )/m).map((section) =>
    section.includes("\nGIT binary patch\n")
      ? section.replace(/^[A-Za-z](?:[!-~]{5})+$/gm, "…")
      : section
  );
}
