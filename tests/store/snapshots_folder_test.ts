import assert from "node:assert/strict";
import {
  makeSnapshotsFolder,
  removeSnapshotsFolder,
} from "../../lib/store/snapshots_folder.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const IGNORE = ".apache-magpie-sources/.gitignore";

Deno.test("an ignore file that a killed run left empty is filled, one with lines of its own is not", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { [IGNORE]: "" });
  makeSnapshotsFolder(temp.path);
  assert.equal(await Deno.readTextFile(temp.join(IGNORE)), "*\n");
  await writeFiles(temp.path, { [IGNORE]: "/*\n" });
  makeSnapshotsFolder(temp.path);
  assert.equal(await Deno.readTextFile(temp.join(IGNORE)), "/*\n");
});

Deno.test("an ignore file that is a link is not written through", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "mine": "",
    [IGNORE]: { link: "../mine" },
  });
  makeSnapshotsFolder(temp.path);
  assert.equal(await Deno.readTextFile(temp.join("mine")), "");
});

Deno.test("the snapshots folder goes as a whole, and what a link in it leads to stays", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await writeFiles(temp.path, {
    "mine/file": "MINE",
    ".apache-magpie-sources/acme/skills/scan/SKILL.md": "x",
    ".apache-magpie-sources/odd": { link: "../mine" },
  });
  removeSnapshotsFolder(temp.path);
  assert.deepEqual(
    [...Deno.readDirSync(temp.path)].map(({ name }) => name),
    ["mine"],
  );
  assert.equal(await Deno.readTextFile(temp.join("mine/file")), "MINE");
});
