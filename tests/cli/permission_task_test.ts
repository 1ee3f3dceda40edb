import assert from "node:assert/strict";
import project from "../../deno.json" with { type: "json" };
import type { Finding } from "../../lib/base/finding.ts";
import { parseArguments } from "../../lib/cli/parse_arguments.ts";
import { withTask } from "../../lib/cli/permission_task.ts";
import { SSH_FLAGS } from "../../lib/git/ssh_permission.ts";

const LACKING: Finding = {
  rule: "permission-missing",
  level: "error",
  message: "Deno may not.",
};

Deno.test("a missing permission is mended by the task of the command that lacks it", () => {
  const lines: readonly (readonly [string, string, string])[] = [
    ["setup", "--allow-net", "setup"],
    ["setup acme", SSH_FLAGS, "setup-ssh"],
    ["vouch git@git.example:a.git", SSH_FLAGS, "vouch-ssh"],
    ["upgrade --latest", SSH_FLAGS, "upgrade-ssh"],
    ["diff acme", SSH_FLAGS, "diff-ssh"],
    ["org add git@git.example:a.git", SSH_FLAGS, "org-add-ssh"],
    ["org adopters list", SSH_FLAGS, "org-adopters-ssh"],
    ["org check --remote", "--allow-net", "org-check-remote"],
    ["org check --remote", SSH_FLAGS, "org-check-remote-ssh"],
    ["verify", "--allow-read", "verify"],
    ["verify --fix", "--allow-read --allow-write", "verify-fix"],
    ["verify --remote", "--allow-net", "verify-remote"],
    ["verify --fix --remote", SSH_FLAGS, "verify-remote-ssh"],
    ["status --outdated", "--allow-net", "status-outdated"],
    ["evals --run", "--allow-run=python3", "evals-run"],
  ];
  const tasks = new Set(Object.keys(project.tasks));
  for (const [line, flags, task] of lines) {
    const { fix } = withTask(
      { ...LACKING, fix: flags },
      parseArguments(line.split(" ")),
    );
    assert.equal(fix, `deno task ${task}`, line);
    assert.ok(tasks.has(task), task);
  }
});

Deno.test("where no task grants what is missing, the flag stays, and no other finding changes", () => {
  const line = parseArguments(["evals", "--run"]);
  const own = { ...LACKING, fix: "--allow-run=/own.sh" };
  assert.equal(withTask(own, line), own);
  const other: Finding = { ...own, rule: "program-missing" };
  assert.equal(withTask(other, line), other);
});
