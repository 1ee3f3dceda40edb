import assert from "node:assert/strict";
import { setup, startWorld } from "../commands/world.ts";
import { git } from "../support/git.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

/** `.gitignore` files as editors, systems and hands leave them. */
const SHAPES: Record<string, Uint8Array> = {
  "no line end at the end": utf8("node_modules\n*.log"),
  "CRLF": utf8("node_modules\r\n*.log\r\n"),
  "CRLF, none at the end": utf8("node_modules\r\n*.log"),
  "a byte order mark": utf8("\ufeffnode_modules\n*.log\n"),
  "both line ends": utf8("a\r\nb\nc\r\n"),
  "no bytes": utf8(""),
  "empty lines at the end": utf8("node_modules\n\n\n"),
  "a comment that looks like our line": utf8("# /.apache-magpie-sources\n"),
  "a backslash at the end": utf8("foo\\"),
  "Latin-1": Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a),
  "some of our lines": utf8(
    "/.apache-magpie-sources\n/.claude/skills/magpie-*\n",
  ),
  "our line with blanks behind it": utf8("/.apache-magpie-sources   \n"),
  "our line for folders only": utf8("/.apache-magpie-sources/\n"),
};

/** Files of which git reads no rule. */
const LOST: Record<string, Uint8Array> = {
  "UTF-16": Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00),
  "lone carriage returns": utf8("a\rb\r"),
};

const IGNORED = [
  ".apache-magpie-sources",
  ".apache-magpie.sources.local.lock",
  ".agents/skills/magpie-x",
];
const SEEN = [
  ".apache-magpie.sources.lock",
  ".agents/skills/magpie-setup",
  "x",
];

Deno.test("a .gitignore of any shape keeps its bytes and gets rules that work", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  for (const [name, bytes] of Object.entries({ ...SHAPES, ...LOST })) {
    await t.step(name, async () => {
      const adopter = await world.adopter([entry], { ".gitignore": bytes });
      const outcome = await setup(adopter, "--json");
      const after = await Deno.readFile(`${adopter.path}/.gitignore`);
      if (name in LOST) {
        assert.ok(
          outcome.json().findings.some(({ rule }) =>
            rule === "ignore-ineffective"
          ),
          outcome.stdout,
        );
      } else {
        assert.equal(outcome.code, 0, outcome.stdout);
        assert.deepEqual(after.subarray(0, bytes.length), bytes);
        const added = new TextDecoder().decode(after.subarray(bytes.length));
        if (name.startsWith("CRLF")) assert.doesNotMatch(added, /[^\r]\n/);
        else assert.doesNotMatch(added, /\r/);
        for (const path of IGNORED) {
          await git(adopter.path, ["check-ignore", "--no-index", "-q", path]);
        }
        for (const path of SEEN) {
          await assert.rejects(
            git(adopter.path, ["check-ignore", "--no-index", "-q", path]),
          );
        }
      }
      await setup(adopter);
      assert.deepEqual(
        await Deno.readFile(`${adopter.path}/.gitignore`),
        after,
      );
    });
  }
});
