import assert from "node:assert/strict";
import { findingsIn, rulesIn } from "./scan_text.ts";

Deno.test("files that tools run without being asked are named", () => {
  for (
    const path of [
      "skills/a/conftest.py",
      "a/sitecustomize.py",
      "a/evil.pth",
      ".envrc",
      "a/.mise.toml",
      ".vscode/tasks.json",
      ".devcontainer/devcontainer.json",
      ".claude/settings.json",
      ".mcp.json",
      "hooks/hooks.json",
      ".husky/pre-commit",
      ".bashrc",
      "AUTORUN.INF",
      ".npmrc",
    ]
  ) assert.deepEqual(rulesIn("x\n", path), ["runs-by-itself"], path);
  for (
    const path of [
      "a/test_conftest.py",
      "a/tasks.json",
      "a/settings.json",
      "a/run.sh",
      "a/envrc.md",
    ]
  ) assert.deepEqual(rulesIn("x\n", path), [], path);
});

Deno.test("an install script of a package runs by itself, a test script does not", () => {
  const found = findingsIn(
    '{"scripts": {"postinstall": "node evil.js"}}',
    "a/package.json",
  );
  assert.equal(found[0]?.decoded, '"postinstall": "node evil.js"');
  assert.deepEqual(
    rulesIn('{"scripts": {"test": "node x.js"}}', "a/package.json"),
    [],
  );
});

Deno.test("commands that an agent runs when it loads a skill", () => {
  assert.deepEqual(rulesIn("State: !`git status`\n"), ["runs-by-itself"]);
  assert.deepEqual(rulesIn("```!\ngit status\n```\n"), ["runs-by-itself"]);
  assert.deepEqual(rulesIn("State: !`git status`\n", "notes.md"), []);
  assert.deepEqual(rulesIn("```sh\necho !`date`\n```\nWow!\n"), []);
  assert.deepEqual(
    rulesIn("---\nname: a\nhooks:\n  Stop: []\n---\n"),
    ["runs-by-itself"],
  );
});

Deno.test("tools without a bound", () => {
  for (
    const tools of [
      "Bash",
      "Read, Bash, Write",
      "Read Bash(*)",
      '"*"',
      "Bash(python3:*)",
      "[Read, Bash]",
      "\n  - Bash(sh *)",
      "mcp__server__*",
    ]
  ) {
    assert.deepEqual(
      rulesIn(`---\nname: a\nallowed-tools: ${tools}\n---\n`),
      ["broad-allowed-tools"],
      tools,
    );
  }
  for (
    const tools of [
      "Read, Grep, Glob",
      "Bash(git status:*)",
      "Bash(gh pr view:*), Read",
      "BashOutput",
      "mcp__server__read",
    ]
  ) {
    assert.deepEqual(
      rulesIn(`---\nname: a\nallowed-tools: ${tools}\n---\n`),
      [],
      tools,
    );
  }
  assert.deepEqual(
    rulesIn("---\nname: a\npermissionMode: bypassPermissions\n---\n"),
    ["broad-allowed-tools"],
  );
});
