import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { takeRunLock } from "../../lib/store/run_lock.ts";
import {
  makeSnapshotsFolder,
  removeUnusedSnapshotsFolder,
} from "../../lib/store/snapshots_folder.ts";
import { tempDir } from "../support/temp_dir.ts";

const signal = new AbortController().signal;
const module = fileURLToPath(
  new URL("../../lib/store/run_lock.ts", import.meta.url),
);

Deno.test("a second run does not start while a first one holds the lock", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  {
    using _first = await takeRunLock(temp.path, { signal });
    let waited = 0;
    await assert.rejects(
      takeRunLock(temp.path, {
        signal,
        timeoutMs: 200,
        waiting: () => waited++,
      }),
      { code: "run-locked" },
    );
    assert.equal(waited, 1);
  }
  using _second = await takeRunLock(temp.path, { signal, timeoutMs: 0 });
});

Deno.test("a run that was killed leaves no stale lock", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  const script = temp.join("hold.ts");
  await Deno.writeTextFile(
    script,
    `import { takeRunLock } from ${JSON.stringify(`file://${module}`)};
     const lock = await takeRunLock(${JSON.stringify(temp.path)}, {
       signal: new AbortController().signal });
     console.log("held", lock !== undefined); setTimeout(() => lock[Symbol.dispose](), 1e6);`,
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-read", "--allow-write", script],
    stdout: "piped",
    stderr: "null",
    stdin: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await assert.rejects(
    takeRunLock(temp.path, { signal, timeoutMs: 150 }),
    { code: "run-locked" },
  );
  child.kill("SIGKILL");
  await reader.cancel();
  await child.status;
  using _lock = await takeRunLock(temp.path, { signal, timeoutMs: 0 });
});

Deno.test("a run lock that is a symbolic link is not opened through it", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await Deno.writeTextFile(temp.join("canary"), "UNTOUCHED\n");
  await Deno.symlink(
    temp.join("canary"),
    temp.join(".apache-magpie-sources/.state/run.lock"),
  );
  await assert.rejects(takeRunLock(temp.path, { signal, timeoutMs: 0 }), {
    code: "disk-error",
  });
  assert.equal(await Deno.readTextFile(temp.join("canary")), "UNTOUCHED\n");
});

Deno.test("a run that waited while the lock file was removed is still alone", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  const first = await takeRunLock(temp.path, { signal });
  const second = takeRunLock(temp.path, { signal });
  // As `unadopt` does while it holds the lock.
  await Deno.remove(temp.join(".apache-magpie-sources"), { recursive: true });
  first[Symbol.dispose]();
  using _second = await second;
  await assert.rejects(takeRunLock(temp.path, { signal, timeoutMs: 0 }), {
    code: "run-locked",
  });
});

Deno.test("a folder that was made for a lock alone goes with it, and whoever waited finds a whole one", async () => {
  await using temp = await tempDir();
  const first = await takeRunLock(temp.path, { signal });
  assert.equal(first.madeFolder, true);
  const second = takeRunLock(temp.path, { signal });
  removeUnusedSnapshotsFolder(temp.path);
  assert.deepEqual([...Deno.readDirSync(temp.path)], []);
  first[Symbol.dispose]();
  using waited = await second;
  assert.equal(waited.madeFolder, true);
  assert.equal(
    await Deno.readTextFile(temp.join(".apache-magpie-sources/.gitignore")),
    "*\n",
  );
  await assert.rejects(takeRunLock(temp.path, { signal, timeoutMs: 0 }), {
    code: "run-locked",
  });
});

Deno.test("a folder in which anything else lies stays, whoever made it", async () => {
  for (const path of ["acme", ".state/replaced"]) {
    await using temp = await tempDir();
    using lock = await takeRunLock(temp.path, { signal });
    await Deno.mkdir(temp.join(`.apache-magpie-sources/${path}`));
    removeUnusedSnapshotsFolder(temp.path);
    assert.ok(
      (await Deno.stat(temp.join(`.apache-magpie-sources/${path}`)))
        .isDirectory,
    );
    assert.equal(lock.madeFolder, true);
  }
});

Deno.test("a run that waits for the lock ends when it is interrupted", async () => {
  await using temp = await tempDir();
  using _first = await takeRunLock(temp.path, { signal });
  const controller = new AbortController();
  await assert.rejects(
    takeRunLock(temp.path, {
      signal: controller.signal,
      waiting: () => controller.abort(new Error("interrupted")),
    }),
    { message: "interrupted" },
  );
});
