import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import { recover } from "../../lib/install/recover.ts";
import { journalStands, writeJournal } from "../../lib/store/journal.ts";
import { makeSnapshotsFolder } from "../../lib/store/snapshots_folder.ts";
import { tempDir } from "../support/temp_dir.ts";

const LINK = ".agents/skills/magpie-scan" as SafePath;
const TEXT = "../../.apache-magpie-sources/acme/skills/scan";

Deno.test("a journal that came with a container image is not followed", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  writeJournal(temp.path, [{ step: "link", path: LINK, text: TEXT }]);
  const [finding] = recover(temp.path, { follow: false });
  assert.equal(finding?.rule, "interrupted-run");
  assert.equal(journalStands(temp.path), false);
  await assert.rejects(Deno.lstat(temp.join(LINK)), Deno.errors.NotFound);
});

Deno.test("a journal of this checkout's own is finished", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  writeJournal(temp.path, [{ step: "link", path: LINK, text: TEXT }]);
  recover(temp.path, { follow: true });
  assert.equal(await Deno.readLink(temp.join(LINK)), TEXT);
  assert.deepEqual(recover(temp.path, { follow: true }), []);
});
