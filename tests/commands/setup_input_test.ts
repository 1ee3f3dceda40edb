import assert from "node:assert/strict";
import { trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import type { FileSpec } from "../support/write_files.ts";
import { runCli } from "../support/run_cli.ts";
import { steps } from "./steps.ts";
import { stands, traces } from "./traces.ts";
import { run, setup, startWorld } from "./world.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const LIST = "skill-sources.md";
const LOCK = ".apache-magpie.sources.lock";

/** A good entry; the url is one that nobody must ask. */
const ENTRY = [
  "- id: acme",
  "  name: Acme",
  "  method: git-tag",
  "  url: https://forge.invalid/acme.git",
  "  ref: v1.0.0",
  `  commit: ${COMMIT}`,
  "  provides:",
  "    - skill: read-mail",
];

function fenced(lines: readonly string[]): string {
  return ["# Trusted", "", "```yaml", ...lines, "```", ""].join("\n");
}

/** The good entry with one line replaced, or left out. */
function entry(key: string, line?: string): string[] {
  return ENTRY.flatMap((old) =>
    old.trimStart().replace(/^- /, "").startsWith(`${key}:`)
      ? line === undefined ? [] : [line]
      : [old]
  );
}

/** A file that is wrong, what it costs, and what the message must say. */
interface BadFile {
  readonly path?: string;
  readonly content: string | Uint8Array | FileSpec;
  readonly code: 1 | 2;
  readonly rule: string;
  readonly says: RegExp;
}

/** Each line is nine of the one before. */
const bomb = [
  "  x-a: &a [x, x, x, x, x, x, x, x, x]",
  ...[..."bcdefghi"].map((name, at) =>
    `  x-${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`
  ),
];

const lockBlock = ENTRY.slice(0, 1).concat(
  ENTRY.slice(2, 6).map((line) => line.replace("  method", "  method")),
);

const BAD: Record<string, BadFile> = {
  "a typo in a key names the nearest": {
    content: fenced(entry("commit", `  comit: ${COMMIT}`)),
    code: 1,
    rule: "key-unknown",
    says: /skill-sources\.md:9:\d+: .*comit.*did you mean `commit`\?/,
  },
  "one id twice": {
    content: fenced([...ENTRY, ...ENTRY]),
    code: 2,
    rule: "id-duplicate",
    says: /skill-sources\.md:12:\d+: .*acme/,
  },
  "an abbreviated commit": {
    content: fenced(entry("commit", "  commit: 0123456")),
    code: 1,
    rule: "value-invalid",
    says: /skill-sources\.md:9:\d+: .*(abbreviated|40)/,
  },
  "a commit that YAML would read as a number keeps its spelling": {
    content: fenced(entry("commit", "  commit: 0123456789")),
    code: 1,
    rule: "value-invalid",
    says: /0123456789/,
  },
  "no anchor": {
    content: fenced(entry("commit")),
    code: 1,
    rule: "pin-missing",
    says: /commit/,
  },
  "no ref": {
    content: fenced(entry("ref")),
    code: 1,
    rule: "pin-missing",
    says: /ref/,
  },
  "a fence that never closes": {
    content: fenced(ENTRY).replace(/```\n$/, ""),
    code: 2,
    rule: "trust-list-invalid",
    says: /skill-sources\.md:3:\d+: .*(clos)/,
  },
  "tabs in the indentation": {
    content: fenced(entry("ref", "\tref: v1.0.0")),
    code: 2,
    rule: "trust-list-invalid",
    says: /skill-sources\.md:8:\d+: .*[Tt]ab/,
  },
  "an alias bomb": {
    content: fenced([...ENTRY, ...bomb]),
    code: 2,
    rule: "trust-list-invalid",
    says: /anchor|alias/,
  },
  "bytes that are no UTF-8": {
    content: Uint8Array.of(0x23, 0x20, 0xff, 0xfe, 0x0a),
    code: 2,
    rule: "layer-encoding",
    says: /UTF-8/,
  },
  "a trust list larger than any": {
    content: "#".repeat(300 * 1024),
    code: 2,
    rule: "layer-encoding",
    says: /256|large/,
  },
  "an invisible character in the fence": {
    content: fenced(entry("name", "  name: Ac\u202eme")),
    code: 2,
    rule: "layer-encoding",
    says: /202e|bidi|invisible/i,
  },
  "a trust list that is a link": {
    content: { link: "README.md" },
    code: 2,
    rule: "layer-is-a-link",
    says: /symbolic link/,
  },
  "an organization nobody knows": {
    content: fenced([...ENTRY, "  organization: NOWHERE"]),
    code: 1,
    rule: "organization-unknown",
    says: /NOWHERE/,
  },
  "an entry that no organization declares": {
    content: fenced(["- id: acme", "  ref: v1.0.0", `  commit: ${COMMIT}`]),
    code: 1,
    rule: "source-unknown",
    says: /acme/,
  },
  "a url with a password in it": {
    content: fenced(
      entry("url", "  url: https://me:hunter2@forge.invalid/acme.git"),
    ),
    code: 1,
    rule: "url-refused",
    says: /password|credential/i,
  },
  "a url that runs a command": {
    content: fenced(entry("url", "  url: ext::sh -c 'touch canary'")),
    code: 1,
    rule: "url-refused",
    says: /url/,
  },
  "a ref that is an option": {
    content: fenced(entry("ref", "  ref: --upload-pack=touch")),
    code: 1,
    rule: "value-invalid",
    says: /ref/,
  },
  "an id that is a path": {
    content: fenced(entry("id", "- id: ../../etc")),
    code: 1,
    rule: "value-invalid",
    says: /id/,
  },
  "a skills root that climbs out": {
    content: fenced([...ENTRY, "  layout:", "    skills_root: ../.."]),
    code: 1,
    rule: "value-invalid",
    says: /skills_root/,
  },
  "a lock with merge markers": {
    path: LOCK,
    content: [
      "<<<<<<< HEAD",
      ...lockBlock,
      "=======",
      ...lockBlock,
      ">>>>>>> theirs",
      "",
    ].join("\n"),
    code: 2,
    rule: "lock-invalid",
    says: /lock:1(:\d+)?: .*merge/,
  },
  "a lock that was cut short": {
    path: LOCK,
    content: `${lockBlock.slice(0, 3).join("\n")}\n  comm`,
    code: 2,
    rule: "lock-invalid",
    says: /lock:\d+/,
  },
  "a lock of zero bytes": {
    path: LOCK,
    content: "",
    code: 2,
    rule: "lock-invalid",
    says: /empty|zero/,
  },
  "a lock without an anchor": {
    path: LOCK,
    content: lockBlock.filter((line) => !/commit/.test(line)).join("\n") + "\n",
    code: 2,
    rule: "lock-invalid",
    says: /commit/,
  },
  "one id twice in the lock": {
    path: LOCK,
    content: [...lockBlock, ...lockBlock, ""].join("\n"),
    code: 2,
    rule: "lock-invalid",
    says: /acme/,
  },
};

Deno.test("files of the adopter's that are wrong", async (t) => {
  await using world = await startWorld();
  await steps(
    t,
    Object.fromEntries(
      Object.entries(BAD).map(([name, bad]) => [name, async () => {
        const path = bad.path ?? LIST;
        const adopter = await world.adopter(
          path === LIST ? undefined : fenced(ENTRY),
          { [path]: bad.content },
        );
        const before = await traces(adopter.path);
        const { code, stdout, stderr, json } = await setup(adopter, "--json");
        assert.equal(code, bad.code, stdout + stderr);
        const { ok, schema, findings } = json();
        assert.equal(ok, false);
        assert.equal(schema, "skill-sources/setup@1");
        const errors = findings.filter(({ level }) => level === "error");
        const found = errors.find(({ rule }) => rule === bad.rule);
        assert.ok(found, stdout);
        assert.match(found.message, bad.says);
        assert.equal(errors.length, 1, stdout);
        assert.doesNotMatch(stdout + stderr, /hunter2/);
        assert.deepEqual(await traces(adopter.path), before);
      }]),
    ),
  );

  await t.step(
    "an error in a person's form is one line on stderr or stdout",
    async () => {
      const adopter = await world.adopter(undefined, {
        [LIST]: fenced([...ENTRY, ...ENTRY]),
      });
      const { code, stdout, stderr } = await setup(adopter);
      assert.equal(code, 2);
      const lines = (stdout + stderr).split("\n").filter((line) => line !== "");
      assert.equal(lines.length, 1, stdout + stderr);
      assert.doesNotMatch(stdout + stderr, /^\s+at /m);
    },
  );

  await t.step("trust lists in both places are one too many", async () => {
    const adopter = await world.adopter(fenced(ENTRY), {
      [`.apache-magpie-overrides/${LIST}`]: fenced(ENTRY),
    });
    const { code, json } = await setup(adopter, "--json");
    assert.equal(code, 2);
    const [finding] = json().findings;
    assert.equal(finding?.rule, "trust-list-invalid");
    assert.match(finding.message, /overrides\/skill-sources\.md and skill-/);
  });

  await t.step(
    "a descriptor in an example's id, a comment or another fence installs nothing",
    async () => {
      const adopter = await world.adopter([
        "# Trusted",
        "```yaml",
        "- id: <your-id>",
        "  method: git-tag",
        "```",
        "<!--",
        "```yaml",
        ...ENTRY,
        "```",
        "-->",
        "````md",
        "```yaml",
        ...ENTRY,
        "```",
        "````",
        "",
      ].join("\n"));
      const before = await traces(adopter.path);
      const { code, stdout, stderr } = await setup(adopter);
      assert.equal(code, 0, stdout + stderr);
      assert.deepEqual(await traces(adopter.path), before);
    },
  );

  await t.step("no trust list: exit 0, and the next step", async () => {
    const adopter = await world.adopter(undefined);
    const before = await traces(adopter.path);
    for (const command of ["setup", "verify", "status"]) {
      const { code, stdout, json } = await run(adopter, [command, "--json"]);
      assert.equal(code, 0, stdout);
      assert.deepEqual(
        json().findings.map(({ rule, level }) => [rule, level]),
        [
          ["trust-list-absent", "note"],
        ],
      );
      assert.match(stdout, /skill-sources vouch <url> --write/);
    }
    assert.deepEqual(await traces(adopter.path), before);
  });

  await t.step(
    "one entry with a fault does not keep another source",
    async () => {
      const good = await world.tagged("good", ["draft-mail"]);
      const text = trustList([good.entry]).replace(
        "```yaml\n",
        `\`\`\`yaml\n${entry("commit").join("\n")}\n`,
      );
      const adopter = await world.adopter(text);
      const { code, json, stdout } = await setup(adopter, "--json");
      assert.equal(code, 1, stdout);
      assert.deepEqual(
        json<{ sources: { id: string; outcome: string }[] }>().sources
          .map(({ id, outcome }) => `${id} ${outcome}`).sort(),
        ["acme refused", "good installed"],
      );
      assert.ok(
        await stands(`${adopter.path}/.agents/skills/magpie-draft-mail`),
      );
    },
  );

  await t.step(
    "an unreadable organization file refuses only the sources that need it",
    async () => {
      const good = await world.tagged("alone", ["draft-news"]);
      const adopter = await world.adopter(
        trustList([
          good.entry,
          { id: "needs", organization: "ORG", ref: "v1", commit: COMMIT },
        ]),
        { "organizations/ORG/skill-sources.md": "```yaml\n- id: x\n" },
      );
      const { code, json, stdout } = await setup(adopter, "--json");
      assert.equal(code, 1, stdout);
      const errors = json().findings.filter(({ level }) => level === "error");
      assert.deepEqual(errors.map(({ rule, source }) => `${rule} ${source}`), [
        "organization-unreadable needs",
      ]);
      assert.ok(
        await stands(`${adopter.path}/.agents/skills/magpie-draft-news`),
      );
    },
  );
});

Deno.test("no repository: exit 2, nothing attempted", async () => {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join(LIST), fenced(ENTRY));
  const before = await traces(temp.path);
  for (
    const args of [["setup", "--yes"], ["verify"], ["status"], [
      "unadopt",
      "--yes",
    ]]
  ) {
    const { code, json, stdout } = await runCli([...args, "--json"], {
      cwd: temp.path,
    });
    assert.equal(code, 2, stdout);
    assert.equal(json().findings[0]?.rule, "not-a-repository");
  }
  assert.deepEqual(await traces(temp.path), before);
});

Deno.test("the variables that a git hook sets do not move the root", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);
  const other = await world.adopter([entry]);
  const { code, stdout, stderr } = await run(adopter, ["setup", "--yes"], {
    env: { GIT_DIR: `${other.path}/.git`, GIT_WORK_TREE: other.path },
  });
  assert.equal(code, 0, stdout + stderr);
  assert.ok(await stands(`${adopter.path}/${LOCK}`));
  assert.equal(await git(other.path, ["status", "--porcelain"]), "");
});
