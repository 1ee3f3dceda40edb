import assert from "node:assert/strict";
import { removeLink } from "../../lib/wiring/remove_link.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const PATH = ".agents/skills/magpie-scan";
const TEXT = "../../.apache-magpie-sources/acme/skills/scan";
const RELAY = ".claude/skills/magpie-scan";
const RELAY_TEXT = "../../.agents/skills/magpie-scan";

function stands(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("the link goes, what it leads to stays, also when asked twice", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    ".apache-magpie-sources/acme/skills/scan/SKILL.md": "kept",
    [PATH]: { link: `${TEXT}/` },
    [RELAY]: { link: RELAY_TEXT },
  });
  for (let time = 0; time < 2; time++) {
    removeLink(temp.path, PATH, TEXT);
    removeLink(temp.path, RELAY, RELAY_TEXT);
  }
  assert.ok(!stands(temp.join(PATH)) && !stands(temp.join(RELAY)));
  assert.ok(
    stands(temp.join(".apache-magpie-sources/acme/skills/scan/SKILL.md")),
  );
});

Deno.test("a dangling link is gone too, though it looks absent when followed", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { [PATH]: { link: TEXT } });
  removeLink(temp.path, PATH, TEXT);
  assert.ok(!stands(temp.join(PATH)));
});

Deno.test("a link of ours that leads elsewhere by now is not the one to remove", async () => {
  await using temp = await tempDir();
  const other = "../../.apache-magpie-sources/other/skills/scan";
  await writeFiles(temp.path, { [PATH]: { link: other } });
  removeLink(temp.path, PATH, TEXT);
  assert.equal(Deno.readLinkSync(temp.join(PATH)), other);
});

Deno.test("a relay through an entry that became the user's is left alone", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    [`${PATH}/SKILL.md`]: "MINE",
    [RELAY]: { link: RELAY_TEXT },
  });
  assert.throws(() => removeLink(temp.path, RELAY, RELAY_TEXT), {
    code: "name-collision",
  });
  assert.ok(stands(temp.join(RELAY)));
});

Deno.test("a file or folder in a link's place is never removed", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    [PATH]: "MINE",
    [`${RELAY}/SKILL.md`]: "MINE",
  });
  for (const [path, text] of [[PATH, TEXT], [RELAY, RELAY_TEXT]] as const) {
    assert.throws(() => removeLink(temp.path, path, text), {
      code: "name-collision",
    });
    assert.ok(stands(temp.join(path)));
  }
});

Deno.test("removal through a target that links to .agents/skills is refused", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    [PATH]: { link: TEXT },
    ".claude/skills": { link: "../.agents/skills" },
  });
  assert.throws(() => removeLink(temp.path, RELAY, TEXT), {
    code: "target-is-link",
  });
  assert.ok(stands(temp.join(PATH)));
});
