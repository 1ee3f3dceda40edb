import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { walkCommit } from "../../lib/git/tree_walk.ts";
import type { SourceTree } from "../../lib/tree/source_tree.ts";
import { git, gitBytes } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { ObjectBuilder } from "./object_builder.ts";
import { commitBody, joinBytes, treeBody, utf8 } from "./pack_builder.ts";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Every content by its path. */
async function contentsOf(tree: SourceTree): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for await (const { entry, size, chunks } of tree.contents(tree.entries)) {
    const body = joinBytes(await Array.fromAsync(chunks));
    assert.equal(body.length, size);
    assert.equal(entry.size ?? size, size);
    found.set(text(entry.path), body);
  }
  return found;
}

async function refused(
  promise: Promise<unknown>,
  code: string,
  words: RegExp,
): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, words);
    return true;
  });
}

Deno.test("random trees that git writes are listed and read as git does", async () => {
  await using dir = await tempDir();
  await git(dir.path, ["init", "-q", "."]);
  const name = fc.stringMatching(/^[a-zäß日 _.-]{1,8}$/)
    .filter((name) => !/^\.|^ | $|\.$/.test(name));
  const file = fc.record({
    path: fc.array(name, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/")),
    mode: fc.constantFrom("100644", "100755", "120000", "160000"),
    body: fc.string({ minLength: 1, maxLength: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 12 }), async (files) => {
      await git(dir.path, ["read-tree", "--empty"]);
      for (const { path, mode, body } of files) {
        const id = mode === "160000"
          ? "1".repeat(40)
          : await git(dir.path, ["hash-object", "-w", "--stdin"], {
            input: body,
          });
        await git(dir.path, [
          "update-index",
          "--add",
          "--replace",
          "--cacheinfo",
          `${mode},${id},${path}`,
        ]);
      }
      const tree = await git(dir.path, ["write-tree"]);
      const commit = await git(dir.path, ["commit-tree", "-m", "x", tree]);
      const { objects } = await openLocalRepository(dir.join(".git"));
      const walked = walkCommit(objects, commit);
      assert.equal(
        walked.entries.map((entry) =>
          `${entry.kind} ${entry.executable} ${text(entry.path)}\0`
        ).join(""),
        await expectedListing(dir.path, commit),
      );
      for (const [path, body] of await contentsOf(walked)) {
        const args = ["cat-file", "blob", `${commit}:${path}`];
        assert.deepEqual(body, new Uint8Array(await gitBytes(dir.path, args)));
      }
      await walked.close();
    }),
    { numRuns: 10 },
  );
});

async function expectedListing(repository: string, commit: string) {
  const kinds: Record<string, string> = {
    "100644": "file false",
    "100755": "file true",
    "120000": "symlink false",
    "160000": "submodule false",
    "040000": "directory false",
  };
  const listing = await git(repository, ["ls-tree", "-rtz", commit]);
  return listing.split("\0").filter((line) => line !== "").map((line) => {
    const [info, path] = line.split("\t");
    return `${kinds[info!.split(" ")[0]!]} ${path}\0`;
  }).join("");
}

Deno.test("hostile names reach the names policy as they are", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("EVIL"));
  const config = objects.add("tree", treeBody([["100644", "config", blob]]));
  const names = ["..", "a/../../x", "..\\x", "", "a\u001b[2J", ".git::$INDEX"];
  const root = objects.add(
    "tree",
    treeBody([
      ...names.map((name) => ["100644", name, blob] as const),
      ["100644", Uint8Array.of(0xff, 0xfe), blob],
      ["40000", ".git", config],
      ["100664", "old", blob],
      ["040000", "padded", config],
    ]),
  );
  const commit = objects.add("commit", commitBody(root));
  const { entries } = walkCommit(await objects.store(), commit);
  const paths = entries.map(({ kind, path }) =>
    `${kind} ${Array.from(path, (byte) => String.fromCharCode(byte)).join("")}`
  );
  assert.deepEqual(paths, [
    ...names.map((name) => `file ${name}`),
    "file \xff\xfe",
    "directory .git",
    "file .git/config",
    "file old",
    "directory padded",
    "file padded/config",
  ]);
});

Deno.test("equal blobs are given for each of their entries, in rising order", async () => {
  const objects = new ObjectBuilder();
  const two = objects.add("blob", utf8("two"));
  const one = objects.add("blob", utf8("one"));
  const root = objects.add(
    "tree",
    treeBody([
      ["100644", "a", one],
      ["120000", "b", two],
      ["100644", "c", one],
      ["160000", "d", "1".repeat(40)],
    ]),
  );
  const commit = objects.add("commit", commitBody(root));
  const tree = walkCommit(await objects.store(), commit);
  const all = await contentsOf(tree);
  assert.deepEqual([...all.keys()], ["b", "a", "c"]);
  assert.equal(text(all.get("c")!), "one");
});

Deno.test("a SHA-256 repository is walked", async () => {
  const objects = new ObjectBuilder("sha256");
  const blob = objects.add("blob", utf8("x"));
  const root = objects.add("tree", treeBody([["100755", "x", blob]]));
  const commit = objects.add("commit", commitBody(root));
  const tree = walkCommit(await objects.store(), commit);
  assert.equal(tree.entries[0]!.executable, true);
});

Deno.test("a tree bomb ends at the limit of entries", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("x"));
  let id = objects.add("tree", treeBody([["100644", "f", blob]]));
  for (let depth = 0; depth < 50; depth++) {
    id = objects.add(
      "tree",
      treeBody([["40000", "a", id], ["40000", "b", id]]),
    );
  }
  const commit = objects.add("commit", commitBody(id));
  await refused(walk(objects, commit), "limit-exceeded", /entries/);
});

Deno.test("a bomb of one large blob under many names ends at the limit of bytes", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", new Uint8Array(30_000_000));
  const names = Array.from({ length: 90 }, (_, i) => `f${i}`);
  const root = objects.add(
    "tree",
    treeBody(names.map((name) => ["100644", name, blob])),
  );
  const commit = objects.add("commit", commitBody(root));
  await refused(walk(objects, commit), "limit-exceeded", /bytes/);
});

Deno.test("folders nested without end are refused", async () => {
  const objects = new ObjectBuilder();
  let id = objects.add("tree", treeBody([]));
  for (let depth = 0; depth < 70; depth++) {
    id = objects.add("tree", treeBody([["40000", "a", id]]));
  }
  const commit = objects.add("commit", commitBody(id));
  await refused(walk(objects, commit), "limit-exceeded", /deep/);
});

Deno.test("many long paths that outgrow memory together are refused", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("x"));
  const names = Array.from({ length: 20_000 }, (_, i) => `f${i}`);
  let id = objects.add(
    "tree",
    treeBody(names.map((name) => ["100644", name, blob])),
  );
  for (let depth = 0; depth < 10; depth++) {
    id = objects.add("tree", treeBody([["40000", "a".repeat(250), id]]));
  }
  const commit = objects.add("commit", commitBody(id));
  await refused(walk(objects, commit), "limit-exceeded", /paths together/);
});

Deno.test("a path that outgrows memory by its names is refused", async () => {
  const objects = new ObjectBuilder();
  let id = objects.add("tree", treeBody([]));
  for (let depth = 0; depth < 5; depth++) {
    id = objects.add("tree", treeBody([["40000", "a".repeat(1000), id]]));
  }
  const commit = objects.add("commit", commitBody(id));
  await refused(walk(objects, commit), "limit-exceeded", /path/);
});

Deno.test("a missing tree or blob is an error, never a missing file", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("x"));
  const inner = objects.add("tree", treeBody([["100644", "x", blob]]));
  const root = objects.add("tree", treeBody([["40000", "d", inner]]));
  const commit = objects.add("commit", commitBody(root));
  await walk(objects, commit);
  for (const id of [blob, inner, root, commit]) {
    await refused(walk(objects, commit, id), "git-damaged", /missing/);
  }
});

Deno.test("an entry whose mode lies about its object is refused", async () => {
  const objects = new ObjectBuilder();
  const blob = objects.add("blob", utf8("x"));
  const inner = objects.add("tree", treeBody([["100644", "x", blob]]));
  for (
    const [mode, id, words] of [
      ["100644", inner, /not a blob/],
      ["40000", blob, /not a tree/],
    ] as const
  ) {
    const root = objects.add("tree", treeBody([[mode, "d", id]]));
    const commit = objects.add("commit", commitBody(root));
    await refused(walk(objects, commit), "git-damaged", words);
  }
});

for (
  const [attack, body] of [
    ["a mode no git writes", treeBody([["100777", "x", "1".repeat(40)]])],
    ["a mode of a device", treeBody([["60644", "x", "1".repeat(40)]])],
    ["a mode without an end", utf8("1006441006441006")],
    ["an entry without an id", utf8("100644 x\0short")],
    ["an entry without a NUL", utf8("100644 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")],
    ["text that is no tree", utf8("\0\0\0")],
  ] as const
) {
  Deno.test(`a malformed tree is refused: ${attack}`, async () => {
    const objects = new ObjectBuilder();
    const root = objects.add("tree", body);
    const commit = objects.add("commit", commitBody(root));
    await refused(walk(objects, commit), "git-damaged", /tree object/);
  });
}

Deno.test("a malformed commit is refused", async () => {
  const objects = new ObjectBuilder();
  const root = objects.add("tree", treeBody([]));
  for (const body of ["", `tree ${root}`, `Tree ${root}\n`, "tree 123\n"]) {
    const commit = objects.add("commit", utf8(body));
    await refused(walk(objects, commit), "git-damaged", /commit object/);
  }
  await refused(walk(objects, root), "git-damaged", /not a commit/);
});

async function walk(
  objects: ObjectBuilder,
  commit: string,
  ...without: string[]
): Promise<void> {
  walkCommit(await objects.store(...without), commit);
}
