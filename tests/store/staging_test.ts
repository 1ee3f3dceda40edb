import assert from "node:assert/strict";
import { journalStands } from "../../lib/store/journal.ts";
import { makeSnapshotsFolder } from "../../lib/store/snapshots_folder.ts";
import { dropOldReplaced, retireSnapshot } from "../../lib/store/staging.ts";
import { tempDir } from "../support/temp_dir.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const REPLACED = `${SNAPSHOTS}/.state/replaced`;

Deno.test("no snapshot is moved to, and none removed from, where a link for the replaced ones leads", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await Deno.mkdir(temp.join(SNAPSHOTS, "acme"));
  for (let i = 0; i < 9; i++) {
    await Deno.mkdir(temp.join("theirs", `acme@${i}`), { recursive: true });
  }
  await Deno.symlink(temp.join("theirs"), temp.join(REPLACED));
  assert.throws(() => dropOldReplaced(temp.path, "acme"), {
    code: "disk-error",
    message: /no real folder/,
  });
  assert.throws(
    () => retireSnapshot(temp.path, `${SNAPSHOTS}/acme`, "acme"),
    { code: "disk-error" },
  );
  assert.equal([...Deno.readDirSync(temp.join("theirs"))].length, 9);
  assert.ok((await Deno.lstat(temp.join(SNAPSHOTS, "acme"))).isDirectory);
});

Deno.test("a file in place of the snapshots folder is no journal", async () => {
  await using temp = await tempDir();
  assert.equal(journalStands(temp.path), false);
  await Deno.writeTextFile(temp.join(SNAPSHOTS), "");
  assert.equal(journalStands(temp.path), false);
});
