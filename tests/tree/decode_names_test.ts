import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import {
  MAX_NAME_BYTES,
  MAX_PATH_BYTES,
  MAX_PATH_DEPTH,
  MAX_SOURCE_ENTRIES,
} from "../../lib/base/limits.ts";
import { safePath } from "../../lib/base/ids.ts";
import { decodeNames } from "../../lib/tree/decode_names.ts";
import { files, link, type MemoryEntry, memoryTree } from "./memory_tree.ts";

const decode = (entries: readonly MemoryEntry[]) =>
  decodeNames(memoryTree(entries).entries);

function refused(
  entries: readonly MemoryEntry[],
  shows: RegExp,
  code = "name-refused",
) {
  assert.throws(() => decode(entries), (error) => {
    assert.ok(error instanceof SourceError);
    assert.equal(error.code, code);
    assert.match(error.message, shows);
    // deno-lint-ignore no-control-regex -- what must not reach a terminal
    assert.doesNotMatch(error.message, /[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    return true;
  });
}

const skill = files("skills/acme/SKILL.md");

const attacks: Record<string, [string, RegExp]> = {
  "zip-slip to the folder above": ["../canary.txt", /`\.\.`/],
  "zip-slip from inside": ["x/../../canary.txt", /`\.\.`/],
  "zip-slip into a sibling with the same prefix": ["../snapEvil/a", /`\.\.`/],
  "zip-slip with a trailing `..`": ["x/..", /`\.\.`/],
  "zip-slip that Windows makes of blanks": [
    "x/.. /canary.txt",
    /dots and blan/,
  ],
  "zip-slip that Windows makes of a dot": ["x/.. ./canary.txt", /dots and bla/],
  "a tree entry named `.`": ["skills/acme/./a", /`\.`/],
  "zip-slip through a backslash": ["..\\canary.txt", /backslash/],
  "zip-slip through backslashes inside": ["x\\..\\..\\c", /backslash/],
  "an absolute path": ["/etc/passwd", /absolute/],
  "a doubled leading slash": ["//canary.txt", /absolute/],
  "a slash alone": ["/", /absolute/],
  "a drive": ["C:\\canary.txt", /drive/],
  "a drive without a slash": ["C:canary.txt", /drive/],
  "a UNC path": ["\\\\host\\share\\c", /UNC/],
  "an empty name": ["", /is empty/],
  "an empty component": ["x//canary.txt", /empty component/],
  "a trailing slash": ["x/", /empty component/],
  "a NUL that cuts a C string": ["x/a\0/../../c", /NUL/],
  "a terminal control": ["a\x1b[2Jb", /control character.*|u\{1b\}/],
  "a C1 control": ["a\u009b2Jb", /control character/],
  "a line feed": ["a\nb", /control character/],
  "a right-to-left override": ["x/\u202etxt.exe", /bidirectional/],
  "an isolate": ["x/\u2066a", /bidirectional/],
};
for (const [name, [path, shows]] of Object.entries(attacks)) {
  Deno.test(`refused: ${name}`, () => {
    refused([...skill, ...files(path)], shows);
  });
}

const disguises = [
  ".git",
  ".GIT",
  ".Git",
  "git~1",
  "GIT~1",
  ".git ",
  ".git.",
  ".git. .",
  ".git::$INDEX_ALLOCATION",
  ".git:x",
  "git~1::$INDEX_ALLOCATION",
  ".g\u200cit",
  "\ufeff.git",
  ".gi\u206ft",
];
for (const name of disguises) {
  Deno.test(`refused: a repository smuggled in as ${JSON.stringify(name)}`, () => {
    refused(files(name), /`\.git`/);
    refused(files(`${name}/config`), /`\.git`/);
    refused(files(`skills/acme/d/${name}/hooks/post-checkout`), /`\.git`/);
  });
}

Deno.test("kept: names that only begin like .git", () => {
  const paths = [".gitignore", ".gitattributes", "a/.github/x", "git~10"];
  assert.deepEqual(decode(files(...paths)).map(({ path }) => path), [
    ".gitattributes",
    ".gitignore",
    "a/.github/x",
    "git~10",
  ]);
});

Deno.test("refused: invalid UTF-8, shown as bytes", () => {
  refused(
    files(new Uint8Array([0xff, 0xfe, 0x2e, 0x6d, 0x64])),
    /\\xff\\xfe\.md", whose path is not UTF-8/,
  );
  const surrogate = new Uint8Array([0x61, 0xed, 0xa0, 0x80]);
  refused(files(surrogate), /not UTF-8/);
  refused(files(new Uint8Array([0xc0, 0xae, 0xc0, 0xae])), /not UTF-8/);
});

Deno.test("refused: one name for two entries", () => {
  refused(files("a/b", "a/b"), /"a\/b" twice/);
  refused([...files("a"), link("a", "b")], /"a" twice/);
  refused([{ path: "d", kind: "directory" }, ...files("d")], /"d" twice/);
});

Deno.test("refused: a file written through a symlink that came before", () => {
  refused([link("x/d", "/outside"), ...files("x/d/config")], /"x\/d"/);
  refused([...files("x/d/config"), link("x/d", "/outside")], /"x\/d"/);
  refused([link("p", ".."), ...files("p/q/r/config")], /"p"/);
});

Deno.test("refused: a file below a file", () => {
  refused(files("w", "w/config"), /"w"/);
  refused([{ path: "m", kind: "submodule" }, ...files("m/x")], /"m"/);
});

Deno.test("refused: kinds that no snapshot holds", () => {
  refused([{ path: "a", kind: "device" }], /"a", which is a device/);
  refused([{ path: "a", kind: "fifo" }], /FIFO/);
  refused([{ path: "a", kind: "hardlink" }], /hard link/);
});

Deno.test("the message names the first entry and counts the others", () => {
  refused(files("../a", "../b"), /"\.\.\/a".*\(and 1 more such entry\)/);
  refused(files("../a", "../b", "../c"), /\(and 2 more such entries\)/);
});

Deno.test("one bad entry at the very end refuses the whole source", () => {
  const many = Array.from({ length: 50 }, (_, i) => `skills/acme/f${i}.md`);
  refused(files(...many, "../canary.txt"), /canary/);
});

Deno.test("limits have messages of their own", () => {
  const limit = "limit-exceeded";
  const deep = "d/".repeat(MAX_PATH_DEPTH);
  assert.equal(decode(files(`${deep}f`)).length, 1);
  refused(files(`${deep}d/f`), /more than 64 folders deep/, limit);
  assert.equal(decode(files("n".repeat(MAX_NAME_BYTES))).length, 1);
  refused(files("n".repeat(MAX_NAME_BYTES + 1)), /255 bytes/, limit);
  refused(files("é".repeat(128)), /255 bytes/, limit);
  refused(files("p/".repeat(MAX_PATH_BYTES / 2) + "f"), /4096 bytes/, limit);
  const entry = memoryTree(files("a")).entries[0]!;
  assert.throws(
    () => decodeNames(Array(MAX_SOURCE_ENTRIES + 1).fill(entry)),
    { code: limit, message: /100001 entries/ },
  );
});

Deno.test("only a file is executable", () => {
  const named = decode([
    { path: "a", executable: true },
    { path: "b", kind: "symlink", executable: true },
  ]);
  assert.deepEqual(named.map(({ executable }) => executable), [true, false]);
});

Deno.test("whatever bytes come in, what passes is a safe path", () => {
  fc.assert(fc.property(
    fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 8 }),
        fc.string({ unit: "grapheme", maxLength: 8 })
          .map((text) => new TextEncoder().encode(text)),
        fc.constantFrom("..", "a/../b", "a\\b", ".GIT", "a/b", "a")
          .map((text) => new TextEncoder().encode(text)),
      ),
      { maxLength: 4 },
    ),
    (paths) => {
      let named;
      try {
        named = decode(files(...paths));
      } catch (error) {
        assert.ok(error instanceof SourceError);
        return;
      }
      for (const { path } of named) {
        assert.equal(safePath(path), path);
        assert.ok(!path.split("/").some((name) => /^\.git$/i.test(name)));
      }
      assert.equal(new Set(named.map(({ path }) => path)).size, paths.length);
    },
  ));
});
