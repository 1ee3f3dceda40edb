import assert from "node:assert/strict";
import { createLink } from "../../lib/wiring/create_link.ts";
import { makeSnapshotsFolder } from "../../lib/store/snapshots_folder.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const PATH = ".agents/skills/magpie-scan";
const TEXT = "../../.apache-magpie-sources/acme/skills/scan";
const RELAY = ".claude/skills/magpie-scan";
const RELAY_TEXT = "../../.agents/skills/magpie-scan";

Deno.test("a link is made with the folders it needs, and made once", async () => {
  await using temp = await tempDir();
  createLink(temp.path, PATH, TEXT);
  createLink(temp.path, PATH, TEXT);
  createLink(temp.path, RELAY, RELAY_TEXT);
  assert.equal(Deno.readLinkSync(temp.join(PATH)), TEXT);
  assert.equal(Deno.readLinkSync(temp.join(RELAY)), RELAY_TEXT);
});

Deno.test("a link of ours is replaced in place, its slashed form left alone", async () => {
  await using temp = await tempDir();
  makeSnapshotsFolder(temp.path);
  await writeFiles(temp.path, {
    [PATH]: { link: "../../.apache-magpie-sources/old/skills/scan" },
    [RELAY]: { link: `${RELAY_TEXT}/` },
  });
  createLink(temp.path, PATH, TEXT);
  createLink(temp.path, RELAY, RELAY_TEXT);
  assert.equal(Deno.readLinkSync(temp.join(PATH)), TEXT);
  assert.equal(Deno.readLinkSync(temp.join(RELAY)), `${RELAY_TEXT}/`);
  assert.deepEqual(
    [...Deno.readDirSync(temp.join(".agents/skills"))].map(({ name }) => name),
    ["magpie-scan"],
  );
});

Deno.test("what the user put there after the plan was made is not replaced", async () => {
  for (
    const spec of [
      { content: "MY FORK" },
      { link: "../../docs" },
      { link: "/abs/.apache-magpie-sources/acme/skills/scan" },
    ]
  ) {
    await using temp = await tempDir();
    await writeFiles(temp.path, { [PATH]: spec, [RELAY]: spec });
    for (const [path, text] of [[PATH, TEXT], [RELAY, RELAY_TEXT]] as const) {
      assert.throws(() => createLink(temp.path, path, text), {
        code: "name-collision",
      });
      if (spec.link) {
        assert.equal(Deno.readLinkSync(temp.join(path)), spec.link);
      } else assert.equal(Deno.readTextFileSync(temp.join(path)), "MY FORK");
    }
  }
});

Deno.test("a user's folder is not replaced", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { [`${PATH}/SKILL.md`]: "MINE" });
  assert.throws(() => createLink(temp.path, PATH, TEXT), {
    code: "name-collision",
  });
  assert.equal(Deno.readTextFileSync(temp.join(PATH, "SKILL.md")), "MINE");
});

Deno.test("a relay through a target that links to .agents/skills would loop, and is refused", async () => {
  await using temp = await tempDir();
  createLink(temp.path, PATH, TEXT);
  await writeFiles(temp.path, {
    ".claude/skills": { link: "../.agents/skills" },
  });
  assert.throws(() => createLink(temp.path, RELAY, RELAY_TEXT), {
    code: "target-is-link",
  });
  assert.equal(Deno.readLinkSync(temp.join(PATH)), TEXT);
});

Deno.test("no folder is made through a link that leads out of the repository", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "outside/canary": "UNTOUCHED",
    "repo/.claude": { link: "../outside" },
  });
  assert.throws(() => createLink(temp.join("repo"), RELAY, RELAY_TEXT), {
    code: "target-is-link",
  });
  assert.deepEqual(
    [...Deno.readDirSync(temp.join("outside"))].map(({ name }) => name),
    ["canary"],
  );
});
