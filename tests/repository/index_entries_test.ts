import assert from "node:assert/strict";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { readIndexEntries } from "../../lib/repository/index_entries.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

/** What `git ls-files -s -z` says of each entry. */
async function lsFiles(folder: string): Promise<string[]> {
  return (await git(folder, ["ls-files", "-s", "-z"])).split("\0")
    .filter((line) => line !== "");
}

function read(folder: string): string[] {
  return readIndexEntries(findRepository(folder)).map((entry) =>
    `${
      entry.mode.toString(8).padStart(6, "0")
    } ${entry.id} ${entry.stage}\t${entry.path}`
  );
}

/** A repository with an entry of each kind but a submodule. */
async function filled(folder: string, format = "sha1"): Promise<void> {
  await git(folder, ["init", "-q", `--object-format=${format}`]);
  await writeFiles(folder, {
    "a": "one",
    "a-b": { content: "#!/bin/sh\n", executable: true },
    "a.d/e": { link: "../a" },
    [`long/${"n".repeat(200)}/${"m".repeat(200)}`]: "",
  });
  await git(folder, ["add", "-f", "."]);
}

async function split(folder: string): Promise<string> {
  await git(folder, ["update-index", "--split-index"]);
  await git(folder, ["config", "splitIndex.maxPercentChange", "100"]);
  await git(folder, ["rm", "-q", "--cached", "a-b"]);
  await writeFiles(folder, { "a": "changed", "0": "", "z": "" });
  await git(folder, ["add", "a", "0", "z"]);
  const shared = [...Deno.readDirSync(`${folder}/.git`)]
    .find(({ name }) => name.startsWith("sharedindex."));
  assert.ok(shared !== undefined);
  return `${folder}/.git/${shared.name}`;
}

const damage = (says: RegExp) => ({ code: "disk-error", message: says });

for (const format of ["sha1", "sha256"]) {
  for (const version of ["2", "4"]) {
    Deno.test(`entries of an index of version ${version} in a ${format} repository are those that git lists`, async () => {
      await using temp = await tempDir();
      await filled(temp.path, format);
      await git(temp.path, ["update-index", "--index-version", version]);
      assert.deepEqual(read(temp.path), await lsFiles(temp.path));
    });
  }
}

Deno.test("entries of a split index are those that git lists", async () => {
  await using temp = await tempDir();
  await filled(temp.path);
  await split(temp.path);
  assert.deepEqual(read(temp.path), await lsFiles(temp.path));
});

Deno.test("no link of a split index is passed over because its shared one is gone", async () => {
  await using temp = await tempDir();
  await filled(temp.path);
  await Deno.remove(await split(temp.path));
  assert.throws(() => read(temp.path), damage(/sharedindex\.\S+ is missing/));
});

Deno.test("no link of a split index is passed over because its bitmaps are damaged", async () => {
  await using temp = await tempDir();
  await filled(temp.path);
  await split(temp.path);
  const path = temp.join(".git", "index");
  const bytes = await Deno.readFile(path);
  const link = new TextDecoder("latin1").decode(bytes).lastIndexOf("link");
  // Behind the name, the length and the shared index's id stand the first
  // bitmap's number of bits and that of its words.
  bytes.fill(0xff, link + 8 + 20 + 4, link + 8 + 20 + 8);
  await Deno.writeFile(path, bytes);
  assert.throws(() => read(temp.path), damage(/damaged bitmap/));
});

Deno.test("an index that is none is not taken for one without links", async () => {
  await using temp = await tempDir();
  await filled(temp.path);
  await Deno.writeTextFile(temp.join(".git", "index"), "no index at all\n");
  assert.throws(() => read(temp.path), damage(/is no git index/));
});
