import assert from "node:assert/strict";
import { linkPlaceholders, scanLinks } from "../../lib/wiring/scan_links.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

Deno.test("every kind of entry under a prefix is seen as it is, links not followed", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    ".agents/skills/magpie-a": { link: "../../gone" },
    ".agents/skills/magpie-b/SKILL.md": "",
    ".agents/skills/other": { link: "../../gone" },
    ".claude/skills/magpie-c": "../../.agents/skills/magpie-c",
    ".claude/skills/magpie-d": "../two\nlines",
    ".kiro/skills/our-e": { link: "x" },
  });
  const folder = ".agents/skills";
  assert.deepEqual(scanLinks(temp.path, ["magpie-", "our-"]), [
    { folder, name: "magpie-a", kind: "symlink", text: "../../gone" },
    { folder, name: "magpie-b", kind: "folder" },
    {
      folder: ".claude/skills",
      name: "magpie-c",
      kind: "file",
      text: "../../.agents/skills/magpie-c",
    },
    { folder: ".claude/skills", name: "magpie-d", kind: "file" },
    { folder: ".kiro/skills", name: "our-e", kind: "symlink", text: "x" },
  ]);
  assert.deepEqual(linkPlaceholders(temp.path, ["magpie-"]), [
    ".claude/skills/magpie-c",
  ]);
});

Deno.test("entries seen through a linked target are not taken for its own", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    ".agents/skills/magpie-a": { link: "x" },
    ".claude/skills": { link: "../.agents/skills" },
  });
  assert.equal(scanLinks(temp.path, ["magpie-"]).length, 1);
});
