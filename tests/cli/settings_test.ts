import assert from "node:assert/strict";
import { commandHelp } from "../../lib/cli/help.ts";
import { settingsOf } from "../../lib/cli/settings.ts";
import { findCommand } from "../../lib/cli/table.ts";

Deno.test("a line needs the most that one of its options needs", () => {
  const lines: readonly (readonly [string, string])[] = [
    ["verify", "read"],
    ["verify --quick", "read"],
    ["verify --fix", "write"],
    ["verify --remote", "network"],
    ["verify --fix --remote", "network"],
    ["verify --remote --fix", "network"],
    ["status --outdated", "network"],
    ["setup --yes", "network"],
    ["help", "nothing"],
  ];
  for (const [line, needs] of lines) {
    assert.equal(settingsOf(line.split(" ")).needs, needs, line);
  }
});

Deno.test("the help names the permissions of each option that needs more", () => {
  const help = commandHelp(findCommand("verify")!);
  const part = (title: string) => {
    const from = help.indexOf(`${title}:\n`);
    assert.ok(from > 0, title);
    return help.slice(from).split("\n\n")[0]!;
  };
  assert.match(part("Deno permissions"), /--deny-net.*--deny-run/s);
  assert.match(part("Deno permissions with --fix"), /--allow-write/);
  assert.match(
    part("Deno permissions with --remote"),
    /--deny-run.*--allow-net/s,
  );
  assert.match(
    part("Deno permissions with SKILL_SOURCES_SSH=1, for sources over ssh"),
    /-run=git/,
  );
});
