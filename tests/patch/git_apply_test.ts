import assert from "node:assert/strict";
import fc from "fast-check";
import type { FileVersion } from "../../lib/patch/file_change.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import {
  apply,
  changes,
  expected,
  type Files,
  listing,
  patchText,
  text,
  writeFiles,
} from "./trees.ts";

const PAIRS = 320;

/** What the generated pairs have to bring about. */
const EVERY_KIND = [
  "\nold mode 100644\nnew mode 100755\nindex ",
  "\ndeleted file mode 120000\n",
  "\nnew file mode 100755\n",
  "\nGIT binary patch\nliteral 0\n",
  "\n\\ No newline at end of file\n+",
  "\n \r\n",
];

/** Few paths, so that files meet folders, and names that need quotes. */
const path = fc.constantFrom(
  "a",
  "a/b",
  "a/b/c",
  "a b",
  "a/b c/d",
  "ab",
  "-x",
  'quo"te',
  "back\\slash",
  "tab\there",
  "line\nfeed",
  "é/\u{1f600}",
  "日本 語",
  " b/a ",
);
const mode = fc.constantFrom<FileVersion["mode"]>("100644", "100755");
const lineText = fc.oneof(
  fc.constantFrom("", "a", "b", "}", "# Title", "x\r", "\r", "\ry", "\f", " "),
  fc.constantFrom("--- a/x", "+++ b/x", "@@ -1 +1 @@", "-", "+", "\\ No"),
  fc.string({ unit: "grapheme", maxLength: 8 }).map((s) =>
    s.replaceAll("\0", "").replaceAll("\n", "")
  ),
);
const lines = fc.array(lineText, { maxLength: 40 });
const ending = fc.constantFrom("\n", "");
const edit = fc.tuple(
  fc.nat(40),
  fc.nat(3),
  fc.array(lineText, { maxLength: 2 }),
);

/** Two texts, the second an edit of the first. */
const textPair = fc.tuple(
  lines,
  fc.array(edit, { maxLength: 4 }),
  ending,
  ending,
)
  .map(([before, edits, oldEnd, newEnd]) => {
    const after = [...before];
    for (const [at, gone, come] of edits) after.splice(at, gone, ...come);
    return [join(before, oldEnd), join(after, newEnd)] as const;
  });
const link = fc.constantFrom("a", "../a", "no where", "é", "two\nlines")
  .map((target) => text(target, "120000"));
const binary = fc.tuple(mode, fc.uint8Array({ maxLength: 200 }))
  .map(([mode, bytes]): FileVersion => ({ mode, bytes }));

const oldAndNew: fc.Arbitrary<
  [FileVersion | undefined, FileVersion | undefined]
> = fc.oneof(
  fc.tuple(textPair, mode, mode).map(([[before, after], m, n]) =>
    [text(before, m), text(after, n)] as [FileVersion, FileVersion]
  ),
  ...[0, 1].map(() =>
    fc.tuple(
      fc.option(fc.oneof(link, binary, textPair.map(([t]) => text(t))), {
        nil: undefined,
      }),
      fc.option(fc.oneof(link, binary, textPair.map(([, t]) => text(t))), {
        nil: undefined,
      }),
    )
  ),
);

const pairOfTrees = fc.array(fc.tuple(path, oldAndNew), {
  minLength: 1,
  maxLength: 6,
}).map((files): [Files, Files] => [
  tree(files.map(([path, [old]]) => [path, old])),
  tree(files.map(([path, [, now]]) => [path, now])),
]);

function join(texts: readonly string[], end: string): string {
  return texts.length === 0 ? "" : texts.join("\n") + end;
}

/** The files that can stand beside each other; the first of two twins stays. */
function tree(
  files: readonly (readonly [string, FileVersion | undefined])[],
): Files {
  const found = new Map<string, FileVersion>();
  for (const [path, file] of files) {
    const clash = [...found.keys()].some((other) =>
      other === path || other.startsWith(`${path}/`) ||
      path.startsWith(`${other}/`)
    );
    if (file && !clash) found.set(path, file);
  }
  return found;
}

/** All pairs in one set of files, each in a folder of its own. */
function together(trees: readonly Files[]): Files {
  return new Map(
    trees.flatMap((files, i) =>
      Array.from(files, ([path, file]) => [`${i}/${path}`, file] as const)
    ),
  );
}

Deno.test("git apply turns old files into new ones byte for byte, and -R back", async () => {
  const pairs = fc.sample(pairOfTrees, { numRuns: PAIRS, seed: 20260102 });
  const old = together(pairs.map(([old]) => old));
  const now = together(pairs.map(([, now]) => now));
  const patch = await patchText(changes(old, now));
  for (const kind of EVERY_KIND) assert.ok(patch.includes(kind), kind);
  await using temp = await tempDir();
  await writeFiles(temp.path, old);
  await apply(temp.path, patch);
  assert.deepEqual(await listing(temp.path), expected(now));
  await apply(temp.path, patch, "-R");
  assert.deepEqual(await listing(temp.path), expected(old));
});

Deno.test("a patch is valid UTF-8 and comes through JSON whatever the files hold", async () => {
  const [old, now] = [
    new Map([["x", { mode: "100644" as const, bytes: everyByte() }]]),
    new Map([["x", text("\ufeffbyte order mark\r\n\u2028")]]),
  ];
  const patch = await patchText(changes(old, now));
  assert.ok(patch.isWellFormed());
  assert.equal(JSON.parse(JSON.stringify(patch)), patch);
  await using temp = await tempDir();
  await writeFiles(temp.path, old);
  await apply(temp.path, patch);
  assert.deepEqual(await listing(temp.path), expected(now));
});

Deno.test("in a repository of SHA-256 objects a binary patch needs ids of that kind", async () => {
  const old = new Map([["x", { mode: "100644" as const, bytes: everyByte() }]]);
  const now = new Map([["x", text("\0")]]);
  const patch = await patchText(changes(old, now), { objectFormat: "sha256" });
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q", "--object-format=sha256"]);
  await writeFiles(temp.path, old);
  await git(temp.path, ["apply"], { input: patch });
  assert.deepEqual(await listing(temp.path), expected(now));
});

Deno.test("a binary patch applies to no other content than the one it was made from", async () => {
  const old = new Map([["x", { mode: "100644" as const, bytes: everyByte() }]]);
  const other = new Map([["x", text("\0other")]]);
  const patch = await patchText(changes(old, new Map([["x", text("\0")]])));
  await using temp = await tempDir();
  await writeFiles(temp.path, other);
  await assert.rejects(apply(temp.path, patch), /does not match/);
  assert.deepEqual(await listing(temp.path), expected(other));
});

function everyByte(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => i);
}
