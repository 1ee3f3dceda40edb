import assert from "node:assert/strict";
import { removeEmptyFolders } from "../../lib/wiring/remove_empty_folders.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const names = (path: string) =>
  [...Deno.readDirSync(path)].map(({ name }) => name).sort();

Deno.test("folders that links were taken out of go when they are empty", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join(".agents/skills"), { recursive: true });
  await Deno.mkdir(temp.join(".goose/skills"), { recursive: true });
  await writeFiles(temp.path, {
    ".claude/settings.json": "{}",
    ".github/skills/own/SKILL.md": "",
  });
  await Deno.mkdir(temp.join(".claude/skills"));
  removeEmptyFolders(temp.path, [
    ".agents/skills/magpie-a",
    ".agents/skills/magpie-b",
    ".claude/skills/magpie-a",
    ".github/skills/magpie-a",
  ]);
  assert.deepEqual(names(temp.path), [".claude", ".github", ".goose"]);
  assert.deepEqual(names(temp.join(".claude")), ["settings.json"]);
  assert.deepEqual(names(temp.join(".github/skills")), ["own"]);
});

Deno.test("an empty folder behind a link stays, and so does the link", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("outside/skills"), { recursive: true });
  await Deno.mkdir(temp.join("empty"));
  await Deno.mkdir(temp.join(".claude"));
  await Deno.symlink("outside", temp.join(".agents"));
  await Deno.symlink("../empty", temp.join(".claude/skills"));
  removeEmptyFolders(temp.path, [
    ".agents/skills/magpie-a",
    ".claude/skills/magpie-a",
  ]);
  assert.deepEqual(names(temp.path), [
    ".agents",
    ".claude",
    "empty",
    "outside",
  ]);
  assert.deepEqual(names(temp.join("outside")), ["skills"]);
  assert.deepEqual(names(temp.join(".claude")), ["skills"]);
});
