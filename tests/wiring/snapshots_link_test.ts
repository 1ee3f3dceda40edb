import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import fc from "fast-check";
import {
  hasSnapshotsLink,
  judgeSnapshotsLink,
  makeSnapshotsLink,
  removeSnapshotsLink,
  snapshotsLinkFindings,
  snapshotsLinkText,
} from "../../lib/wiring/snapshots_link.ts";
import { tempDir } from "../support/temp_dir.ts";

const SNAPSHOTS = ".apache-magpie-sources";

Deno.test("the text leads from any worktree to any main checkout, and is relative", () => {
  const folder = fc.array(
    fc.constantFrom("a", "b", "c", ".x", "two words", "ü"),
    { maxLength: 6 },
  ).map((parts) => `/${parts.join("/")}`);
  fc.assert(fc.property(folder, folder, (root, main) => {
    fc.pre(resolve(root) !== resolve(main));
    const text = snapshotsLinkText(root, main);
    assert.ok(!text.startsWith("/"));
    assert.equal(resolve(root, text), join(resolve(main), SNAPSHOTS));
  }));
});

Deno.test("what stands there is judged by its text, and only what is ours is replaced", async () => {
  await using temp = await tempDir();
  const main = temp.join("main");
  await Deno.mkdir(`${main}/${SNAPSHOTS}/.state`, { recursive: true });
  const root = temp.join("wt");
  await Deno.mkdir(root);
  const place = `${root}/${SNAPSHOTS}`;
  const right = `../main/${SNAPSHOTS}`;
  const cases: Record<string, string> = {
    [right]: "right",
    [`${right}/`]: "right",
    [`../other/${SNAPSHOTS}`]: "stale",
    [`nested/${SNAPSHOTS}`]: "stale",
    [`${main}/${SNAPSHOTS}`]: "stale",
    [`../wt/../main/${SNAPSHOTS}`]: "stale",
    [`/elsewhere/${SNAPSHOTS}`]: "foreign",
    "../main": "foreign",
    [`../main/x${SNAPSHOTS}`]: "foreign",
    [SNAPSHOTS]: "foreign",
    ".": "foreign",
  };
  assert.equal(judgeSnapshotsLink(root, main).state, "absent");
  for (const [text, state] of Object.entries(cases)) {
    await Deno.symlink(text, place);
    assert.equal(judgeSnapshotsLink(root, main).state, state, text);
    const ours = state !== "foreign";
    assert.equal(hasSnapshotsLink(root, main), ours);
    assert.equal(
      snapshotsLinkFindings(root, main).length,
      state === "right" ? 0 : 1,
    );
    if (ours) makeSnapshotsLink(root, main);
    else {
      assert.throws(() => makeSnapshotsLink(root, main), {
        code: "name-collision",
      });
    }
    const standing = await Deno.readLink(place);
    assert.equal(standing, state === "stale" ? right : text);
    removeSnapshotsLink(root, main);
    const left = await Deno.lstat(place).then(() => true, () => false);
    assert.equal(left, !ours, text);
    if (left) await Deno.remove(place);
  }
  assert.deepEqual(
    [...Deno.readDirSync(`${main}/${SNAPSHOTS}/.state`)],
    [],
  );
});

Deno.test("a file or folder there stays", async () => {
  await using temp = await tempDir();
  const root = temp.join("wt");
  await Deno.mkdir(`${root}/${SNAPSHOTS}`, { recursive: true });
  for (const folder of [true, false]) {
    assert.deepEqual(judgeSnapshotsLink(root, temp.join("main")), {
      state: "occupied",
      folder,
    });
    assert.throws(() => makeSnapshotsLink(root, temp.join("main")), {
      code: "name-collision",
    });
    removeSnapshotsLink(root, temp.join("main"));
    await Deno.remove(`${root}/${SNAPSHOTS}`);
    if (folder) await Deno.writeTextFile(`${root}/${SNAPSHOTS}`, "");
  }
});
