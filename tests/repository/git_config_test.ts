import assert from "node:assert/strict";
import fc from "fast-check";
import {
  configBoolean,
  configValue,
  parseGitConfig,
} from "../../lib/repository/git_config.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

const AWKWARD = `\uFEFF# comment
; another
[core]
\tbare = false ; not true
\tsymlinks=no
  excludesFile = "  a # b" \\
 c
[CORE] ignoreCase
[remote "Or\\"igin\\\\x"]
\turl = https://example.org/a\\tb   
\tempty =
[branch.Main]\tmerge = refs/heads/main
[extensions] objectformat = sha256
[core]
\tsymlinks = on
`;

Deno.test("a config is read as git reads it: quotes, comments, continuations, repeats", async () => {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join("config"), AWKWARD);
  const listed = await git(temp.path, ["config", "-f", "config", "-lz"]);
  const expected = new Map<string, string[]>();
  for (const item of listed.split("\0").filter((item) => item !== "")) {
    const [key = "", value = "true"] = item.split(/\n(.*)/s);
    expected.set(key, [...expected.get(key) ?? [], value]);
  }
  assert.deepEqual(parseGitConfig(AWKWARD), expected);
});

Deno.test("the last value counts, and booleans have git's spellings", () => {
  const config = parseGitConfig(AWKWARD);
  assert.equal(configValue(config, "core.excludesfile"), "  a # b  c");
  assert.equal(configBoolean(config, "core.symlinks"), true);
  assert.equal(configBoolean(config, "core.bare"), false);
  assert.equal(configBoolean(config, "core.ignorecase"), true);
  assert.equal(configBoolean(config, 'remote.Or"igin\\x.empty'), false);
  assert.equal(configBoolean(config, "core.absent"), undefined);
});

Deno.test("a damaged config keeps what stands before the damage", () => {
  for (const damage of ["[core", '[a "b]', 'x = "open', "= 3", "a = \\q"]) {
    const config = parseGitConfig(`[core]\n bare = true\n${damage}\n`);
    assert.equal(configBoolean(config, "core.bare"), true);
  }
});

Deno.test("a quoted value survives whatever it holds", () => {
  fc.assert(fc.property(
    fc.string({ unit: "grapheme" }).filter((text) =>
      // deno-lint-ignore no-control-regex -- git has no escape for these
      !/[\x00\r]/.test(text)
    ),
    (text) => {
      const quoted = text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n");
      const config = parseGitConfig(`[a "b"]\n c = "${quoted}" ; comment\n`);
      assert.equal(configValue(config, "a.b.c"), text);
    },
  ));
});

Deno.test("any text is read without a fault", () => {
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom(...'[]"\\#;=\n\ta .-') }),
    (text) => void parseGitConfig(text),
  ));
});
