import assert from "node:assert/strict";
import type { Finding } from "../../lib/base/finding.ts";
import { parseArguments } from "../../lib/cli/parse_arguments.ts";
import { withLauncher } from "../../lib/cli/permission_launch.ts";
import { SSH_FLAGS } from "../../lib/git/ssh_permission.ts";

const LACKING: Finding = {
  rule: "permission-missing",
  level: "error",
  message: "Deno may not.",
};

Deno.test("a missing permission is mended by the command line that the launcher grants it to", () => {
  const lines: readonly (readonly [string, string, string])[] = [
    ["setup", "--allow-net", "setup"],
    ["setup acme", SSH_FLAGS, "setup"],
    ["vouch git@git.example:a.git", SSH_FLAGS, "vouch"],
    ["upgrade --latest", SSH_FLAGS, "upgrade"],
    ["diff acme", SSH_FLAGS, "diff"],
    ["org add git@git.example:a.git", SSH_FLAGS, "org add"],
    ["org adopters list", SSH_FLAGS, "org adopters"],
    ["org check --remote", "--allow-net", "org check --remote"],
    ["org check --remote", SSH_FLAGS, "org check --remote"],
    ["verify", "--allow-read", "verify"],
    ["verify --fix", "--allow-read --allow-write", "verify --fix"],
    ["verify --remote", "--allow-net", "verify --remote"],
    ["verify --fix --remote", SSH_FLAGS, "verify --remote"],
    ["status --outdated", "--allow-net", "status --outdated"],
    ["evals --run", "--allow-run=python3", "evals --run"],
  ];
  for (const [line, flags, granted] of lines) {
    const { fix } = withLauncher(
      { ...LACKING, fix: flags },
      parseArguments(line.split(" ")),
    );
    const ssh = flags === SSH_FLAGS ? "SKILL_SOURCES_SSH=1 " : "";
    assert.equal(fix, `${ssh}skill-sources ${granted}`, line);
  }
});

Deno.test("where the launcher does not grant what is missing, the flag stays, and no other finding changes", () => {
  const line = parseArguments(["evals", "--run"]);
  const own = { ...LACKING, fix: "--allow-run=/own.sh" };
  assert.equal(withLauncher(own, line), own);
  const other: Finding = { ...own, rule: "program-missing" };
  assert.equal(withLauncher(other, line), other);
});
