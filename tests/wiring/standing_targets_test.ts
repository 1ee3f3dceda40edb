import assert from "node:assert/strict";
import { standingTargets } from "../../lib/wiring/standing_targets.ts";
import { tempDir } from "../support/temp_dir.ts";
import { type Files, writeFiles } from "../support/write_files.ts";

async function targets(
  files: Files,
  choice: Parameters<typeof standingTargets>[1] = {},
) {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("repo"));
  await writeFiles(temp.join("repo"), files);
  return standingTargets(temp.join("repo"), choice);
}

Deno.test("unasked: canonical, claude-code and github always, a holdout where its folder stands", async () => {
  const { folders, ignored, findings } = await targets({
    ".kiro/skills/x": "",
  });
  const expected = [
    ".agents/skills",
    ".claude/skills",
    ".github/skills",
    ".kiro/skills",
  ];
  assert.deepEqual([folders, ignored, findings], [expected, expected, []]);
});

Deno.test("the project's agents replace the automatic set, the checkout's replace these", async () => {
  const project = await targets({}, { project: ["goose"] });
  assert.deepEqual(project.folders, [".agents/skills", ".goose/skills"]);
  const checkout = await targets({}, {
    project: ["goose"],
    checkout: ["kiro"],
  });
  assert.deepEqual(checkout.folders, [".agents/skills", ".kiro/skills"]);
  assert.deepEqual(checkout.ignored, [
    ".agents/skills",
    ".goose/skills",
    ".kiro/skills",
  ]);
  const none = await targets({}, { checkout: [] });
  assert.deepEqual(none.folders, [".agents/skills"]);
});

Deno.test("a target that is a link to .agents/skills is skipped with a warning", async () => {
  const { folders, findings } = await targets({
    ".agents/skills/x": "",
    ".claude/skills": { link: "../.agents/skills" },
  });
  assert.deepEqual(folders, [".agents/skills", ".github/skills"]);
  assert.deepEqual(
    findings.map(({ rule, level, path }) => [rule, level, path]),
    [
      ["target-is-link", "warning", ".claude/skills"],
    ],
  );
});

Deno.test("a fresh clone, where .agents/skills is still to be made, is no error", async () => {
  const { findings } = await targets({
    ".claude/skills": { link: "../.agents/skills" },
  });
  assert.deepEqual(
    findings.map(({ level, path }) => [level, path]),
    [["warning", ".claude/skills"]],
  );
});

Deno.test("a target below a linked folder is skipped with a warning that names the link", async () => {
  const { folders, findings } = await targets({
    "dotfiles/skills/own/SKILL.md": "",
    ".github": { link: "dotfiles" },
  });
  assert.ok(!folders.some((folder) => folder.startsWith(".github")));
  assert.deepEqual(findings.map(({ level, path }) => [level, path]), [
    ["warning", ".github"],
  ]);
});

Deno.test("a target that leads nowhere, in a circle, or is a file is an error", async () => {
  for (
    const spec of [{ link: "gone" }, { link: "skills" }, { content: "text" }]
  ) {
    const { folders, findings } = await targets({ ".claude/skills": spec });
    assert.ok(!folders.some((folder) => folder.startsWith(".claude")));
    assert.deepEqual(findings.map(({ level }) => level), ["error"]);
  }
});

Deno.test("a linked .agents/skills stops all linking", async () => {
  const { folders, findings } = await targets({
    "elsewhere/x": "",
    ".agents/skills": { link: "../elsewhere" },
  });
  assert.deepEqual(folders, []);
  assert.deepEqual(findings.map(({ level, path }) => [level, path]), [
    ["error", ".agents/skills"],
  ]);
});
