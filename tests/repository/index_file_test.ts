import assert from "node:assert/strict";
import fc from "fast-check";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { readTrackedPaths } from "../../lib/repository/index_file.ts";
import { parseIndex } from "../../lib/repository/parse_index.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const FILES = {
  ".apache-magpie-sources/acme/x": "",
  ".apache-magpie.sources.lock": "",
  "a": "",
  "a-b": "",
  "a.d/e": "",
  "a.d/\u00e9\u{1F600}": "",
  "long/": "",
};

async function filled(folder: string, format: string): Promise<string[]> {
  await git(folder, ["init", "-q", `--object-format=${format}`]);
  const { "long/": _, ...files } = FILES;
  await writeFiles(folder, {
    ...files,
    [`long/${"n".repeat(200)}/${"m".repeat(200)}`]: "",
  });
  await git(folder, ["add", "-f", "."]);
  return await lsFiles(folder);
}

async function lsFiles(folder: string): Promise<string[]> {
  return (await git(folder, ["ls-files", "-z"])).split("\0").filter((path) =>
    path !== ""
  );
}

function read(folder: string): string[] {
  return readTrackedPaths(findRepository(folder)).below("");
}

for (const format of ["sha1", "sha256"]) {
  for (const version of ["2", "3", "4"]) {
    Deno.test(`an index of version ${version} in a ${format} repository lists what git lists`, async () => {
      await using temp = await tempDir();
      await filled(temp.path, format);
      if (version === "3") {
        // Only an entry with an extended flag makes git write version 3.
        await writeFiles(temp.path, { "later": "" });
        await git(temp.path, ["add", "-N", "later"]);
      } else {
        await git(temp.path, ["update-index", "--index-version", version]);
      }
      const index = await Deno.readFile(temp.join(".git", "index"));
      assert.equal(index[7], Number(version));
      assert.deepEqual(read(temp.path), await lsFiles(temp.path));
    });
  }
}

Deno.test("a split index is joined with its shared one, deletions and replacements too", async () => {
  await using temp = await tempDir();
  await filled(temp.path, "sha1");
  await git(temp.path, ["update-index", "--split-index"]);
  await git(temp.path, ["config", "splitIndex.maxPercentChange", "100"]);
  await git(temp.path, ["rm", "-q", "--cached", "a-b"]);
  await writeFiles(temp.path, { "a": "changed", "0": "", "z": "" });
  await git(temp.path, ["add", "a", "0", "z"]);
  assert.ok(
    [...Deno.readDirSync(temp.join(".git"))].some(({ name }) =>
      name.startsWith("sharedindex.")
    ),
  );
  assert.deepEqual(read(temp.path), await lsFiles(temp.path));
});

Deno.test("a split index without its shared one is an error, not an empty list", async () => {
  await using temp = await tempDir();
  await filled(temp.path, "sha1");
  await git(temp.path, ["update-index", "--split-index"]);
  for (const { name } of [...Deno.readDirSync(temp.join(".git"))]) {
    if (name.startsWith("sharedindex.")) {
      await Deno.remove(temp.join(".git", name));
    }
  }
  assert.throws(() => read(temp.path), { code: "disk-error" });
});

Deno.test("exact paths and prefixes are told apart", async () => {
  await using temp = await tempDir();
  await filled(temp.path, "sha1");
  const tracked = readTrackedPaths(findRepository(temp.path));
  assert.ok(tracked.has("a"));
  assert.ok(tracked.has("a.d/\u00e9\u{1F600}"));
  assert.ok(!tracked.has("a.d"));
  assert.ok(!tracked.has(""));
  assert.deepEqual(tracked.below("a.d/e"), ["a.d/e"]);
  assert.deepEqual(tracked.below(".apache-magpie-sources/"), [
    ".apache-magpie-sources/acme/x",
  ]);
  assert.deepEqual(tracked.below("nothing/"), []);
});

Deno.test("a path in a merge conflict is listed once", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  const blob = await git(temp.path, ["hash-object", "-w", "--stdin"], {
    input: "x",
  });
  await git(temp.path, ["update-index", "--index-info"], {
    input: [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\tboth\n`).join(""),
  });
  assert.deepEqual(read(temp.path), ["both"]);
});

Deno.test("no index yet: nothing is tracked", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  assert.deepEqual(read(temp.path), []);
});

Deno.test("a damaged index ends in one sentence, never in a fault", async () => {
  await using temp = await tempDir();
  await filled(temp.path, "sha1");
  await git(temp.path, ["update-index", "--index-version", "4"]);
  const index = await Deno.readFile(temp.join(".git", "index"));
  fc.assert(fc.property(
    fc.nat(index.length - 1),
    fc.nat(255),
    fc.boolean(),
    (at, value, cut) => {
      const bytes = cut ? index.slice(0, at) : index.slice();
      if (!cut) bytes[at] = value;
      parseIndex(bytes, 20);
    },
  ));
  assert.equal(typeof parseIndex(index.slice(0, 100), 20), "string");
  assert.equal(typeof parseIndex(new TextEncoder().encode("x"), 20), "string");
});
