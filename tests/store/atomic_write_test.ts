import assert from "node:assert/strict";
import { atomicWrite, fingerprint } from "../../lib/store/atomic_write.ts";
import {
  makeSnapshotsFolder,
  snapshotsFolderStands,
} from "../../lib/store/snapshots_folder.ts";
import {
  dropOldReplaced,
  makeStaging,
  retireSnapshot,
  sweepStaging,
} from "../../lib/store/staging.ts";
import { tempDir } from "../support/temp_dir.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("a file is replaced whole and keeps its mode", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await Deno.writeTextFile(temp.join("f"), "old", { mode: 0o600 });
  await Deno.chmod(temp.join("f"), 0o600);
  atomicWrite(temp.path, "f", bytes("new"));
  assert.equal(await Deno.readTextFile(temp.join("f")), "new");
  assert.equal((await Deno.stat(temp.join("f"))).mode! & 0o777, 0o600);
  assert.notEqual(fingerprint(bytes("new")), fingerprint(bytes("old")));
  assert.equal(fingerprint(undefined), null);
});

Deno.test("a write through a symbolic link leaves what it leads to alone", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await Deno.writeTextFile(temp.join("canary"), "UNTOUCHED\n");
  await Deno.symlink("canary", temp.join("f"));
  assert.throws(() => atomicWrite(temp.path, "f", bytes("evil")), {
    code: "disk-error",
  });
  assert.equal(await Deno.readTextFile(temp.join("canary")), "UNTOUCHED\n");
});

Deno.test("the first thing written is the ignore file of the snapshots folder", async () => {
  await using temp = await tempDir();
  assert.equal(snapshotsFolderStands(temp.path), false);
  makeSnapshotsFolder(temp.path);
  assert.equal(
    await Deno.readTextFile(temp.join(".apache-magpie-sources/.gitignore")),
    "*\n",
  );
  const state = await Deno.stat(temp.join(".apache-magpie-sources/.state"));
  assert.equal(state.mode! & 0o777, 0o700);
});

Deno.test("a snapshots folder that is a link or a file is refused", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("elsewhere"));
  await Deno.symlink("elsewhere", temp.join(".apache-magpie-sources"));
  assert.throws(() => makeSnapshotsFolder(temp.path), {
    code: "layer-is-a-link",
  });
  assert.deepEqual([...Deno.readDirSync(temp.join("elsewhere"))], []);
  await Deno.remove(temp.join(".apache-magpie-sources"));
  await Deno.writeTextFile(temp.join(".apache-magpie-sources"), "mine\n");
  assert.throws(() => makeSnapshotsFolder(temp.path), {
    code: "layer-is-a-link",
  });
});

Deno.test("a replaced snapshot can still be found, and only the newest are kept", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  const snapshot = ".apache-magpie-sources/acme";
  for (let turn = 0; turn < 5; turn++) {
    await Deno.mkdir(temp.join(snapshot));
    await Deno.writeTextFile(temp.join(snapshot, "edit"), `${turn}`);
    retireSnapshot(temp.path, snapshot, "acme");
    dropOldReplaced(temp.path, "acme");
    // Names carry milliseconds; two in one would be ordered by chance.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const replaced = temp.join(".apache-magpie-sources/.state/replaced");
  const kept = [...Deno.readDirSync(replaced)].map(({ name }) => name).sort();
  const edits = kept.map((name) =>
    Deno.readTextFileSync(`${replaced}/${name}/edit`)
  );
  assert.deepEqual(edits, ["2", "3", "4"]);
  retireSnapshot(temp.path, snapshot, "acme");
  assert.equal([...Deno.readDirSync(replaced)].length, 3);
});

Deno.test("staging of a killed run is swept, other state stays", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  const staging = makeStaging(temp.path);
  assert.equal((await Deno.stat(temp.join(staging))).mode! & 0o777, 0o700);
  await Deno.writeTextFile(temp.join(staging, "half"), "x");
  const listing = temp.join(".apache-magpie-sources/.state/acme.files");
  await Deno.writeTextFile(listing, "");
  sweepStaging(temp.path);
  await assert.rejects(Deno.stat(temp.join(staging)), Deno.errors.NotFound);
  await Deno.stat(listing);
});
