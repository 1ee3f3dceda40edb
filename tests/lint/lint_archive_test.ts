import assert from "node:assert/strict";
import fc from "fast-check";
import { archiveTree } from "../../lib/lint/archive_tree.ts";
import { indexTree } from "../../lib/lint/index_tree.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { readIndexEntries } from "../../lib/repository/index_entries.ts";
import { git, gitBytes } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { type Files, writeFiles } from "../support/write_files.ts";

/** Names of what `git archive` ships of a tree, folders left out. */
async function shippedByGit(folder: string, tree: string): Promise<string[]> {
  const tar = await gitBytes(folder, ["archive", "--format=tar", tree]);
  const names: string[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const field = (from: number, length: number) =>
      decoder.decode(tar.subarray(at + from, at + from + length))
        .replace(/\0.*$/s, "");
    const name = field(345, 155) === ""
      ? field(0, 100)
      : `${field(345, 155)}/${field(0, 100)}`;
    if (!name.endsWith("/") && field(156, 1) !== "g") names.push(name);
    at += 512 + 512 * Math.ceil(parseInt(field(124, 12), 8) / 512);
  }
  return names.sort();
}

async function ours(folder: string) {
  const repository = findRepository(folder);
  const entries = readIndexEntries(repository)
    .filter(({ intentToAdd }) => !intentToAdd);
  const local = await openLocalRepository(repository.gitDir!);
  const { paths } = archiveTree(local, entries, repository.ignoreCase);
  local.objects.close();
  return { paths: [...paths].sort(), tree: indexTree(entries, local.format) };
}

const FILES: Files = {
  "README.md": "x",
  "a-b/x": "x",
  "a/b/c/deep.md": "x",
  "a/b/keep.md": "x",
  "a.b": "x",
  "a/run.sh": { content: "x", executable: true },
  "docs/über.md": "x",
  "docs/link": { link: "../a/run.sh" },
  ".github/workflows/ci.yml": "x",
  "tests/one.ts": "x",
};

for (const format of ["sha1", "sha256"]) {
  Deno.test(`the archive of the staged tree is the one of git archive (${format})`, async () => {
    await using temp = await tempDir();
    const folder = temp.path;
    await git(folder, ["init", "-q", `--object-format=${format}`]);
    await writeFiles(folder, FILES);
    const lines = fc.subarray([
      "/.github export-ignore",
      "tests/ export-ignore",
      "*.md export-ignore",
      "a/** export-ignore",
      "keep.md -export-ignore",
      "a/b export-ignore",
      "[attr]release-only export-ignore",
      "/docs release-only",
      "über.md !export-ignore",
      ".gitattributes export-ignore",
    ]);
    await fc.assert(
      fc.asyncProperty(lines, lines, lines, async (root, below, info) => {
        await writeFiles(folder, {
          ".gitattributes": root.map((line) => `${line}\n`).join(""),
          "a/.gitattributes": below.map((line) => `${line}\n`).join(""),
          ".git/info/attributes": info.map((line) => `${line}\n`).join(""),
        });
        await git(folder, ["add", "-A"]);
        const tree = await git(folder, ["write-tree"]);
        const mine = await ours(folder);
        assert.equal(mine.tree, tree);
        assert.deepEqual(mine.paths, await shippedByGit(folder, tree));
      }),
      { numRuns: 12 },
    );
  });
}

Deno.test("a byte order mark takes the first line out of what is staged, as for git, and not of info/attributes", async () => {
  await using temp = await tempDir();
  const folder = temp.path;
  await git(folder, ["init", "-q"]);
  await writeFiles(folder, {
    ...FILES,
    ".gitattributes": "\ufeff/docs export-ignore\n/tests export-ignore\n",
    ".git/info/attributes": "\ufeff/.github export-ignore\n",
  });
  await git(folder, ["add", "-A"]);
  const { paths } = await ours(folder);
  const tree = await git(folder, ["write-tree"]);
  assert.deepEqual(paths, await shippedByGit(folder, tree));
  assert.ok(paths.includes("docs/link"));
  assert.ok(!paths.some((path) => /^(?:tests|\.github)\//.test(path)));
});

Deno.test("the text of a staged link .gitattributes counts, as for git archive", async () => {
  await using temp = await tempDir();
  const folder = temp.path;
  await git(folder, ["init", "-q"]);
  await writeFiles(folder, {
    ...FILES,
    ".gitattributes": { link: "README.md export-ignore" },
  });
  await git(folder, ["add", "-A"]);
  const { paths } = await ours(folder);
  const tree = await git(folder, ["write-tree"]);
  assert.deepEqual(paths, await shippedByGit(folder, tree));
  assert.ok(!paths.includes("README.md"));
});

Deno.test("an index of any form gives the same tree: split, version 4, sparse, with an intent", async () => {
  await using temp = await tempDir();
  const folder = temp.path;
  await git(folder, ["init", "-q"]);
  await writeFiles(folder, {
    ...FILES,
    ".gitattributes": "a/b export-ignore\n",
  });
  await git(folder, ["add", "-A"]);
  await git(folder, ["commit", "-q", "-m", "x"]);
  const same = async () => {
    const tree = await git(folder, ["write-tree"]);
    const mine = await ours(folder);
    assert.equal(mine.tree, tree);
    assert.deepEqual(mine.paths, await shippedByGit(folder, tree));
  };
  await git(folder, ["update-index", "--index-version", "4"]);
  await same();
  await git(folder, ["update-index", "--index-version", "2"]);
  await git(folder, ["update-index", "--split-index"]);
  await writeFiles(folder, { "a/b/keep.md": "changed", "new.md": "x" });
  await git(folder, ["add", "-A"]);
  await git(folder, ["rm", "-q", "--cached", "tests/one.ts"]);
  await same();
  await git(folder, ["update-index", "--no-split-index"]);
  await writeFiles(folder, { "intent.md": "x" });
  await git(folder, ["add", "-N", "intent.md"]);
  await same();
  await git(folder, ["rm", "-q", "--cached", "intent.md"]);
  await git(folder, ["commit", "-q", "-m", "y"]);
  await git(folder, [
    "sparse-checkout",
    "set",
    "--cone",
    "--sparse-index",
    "docs",
  ]);
  await same();
});
