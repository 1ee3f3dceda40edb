import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import type { Adopter } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { steps } from "./steps.ts";
import { traces } from "./traces.ts";
import { branchEntry, copyOf, run, setup, startWorld } from "./world.ts";

const SNAPSHOT = ".apache-magpie-sources/acme";
const SKILL = `${SNAPSHOT}/skills/read-mail/SKILL.md`;
const CANONICAL = ".agents/skills/magpie-read-mail";
const RELAY = ".github/skills/magpie-read-mail";
const LIST = "skill-sources.md";
const LOCK = ".apache-magpie.sources.lock";
const LOCAL = ".apache-magpie.sources.local.lock";

/** One thing that is wrong, and what `verify` must call it. */
interface Broken {
  readonly break: (adopter: Adopter) => Promise<unknown>;
  /** Every rule of level error and warning; notes are not counted. */
  readonly rules: readonly string[];
  /** 0 where only warnings are found. */
  readonly code?: 0 | 1 | 2;
  /** What the message of the first rule must say. */
  readonly says?: RegExp;
  /** Whether `--fix` mends all of it. */
  readonly fixed?: true;
}

/** Replaces text in a file, which must be there. */
async function edit(
  adopter: Adopter,
  path: string,
  from: string | RegExp,
  to: string,
): Promise<void> {
  const text = await adopter.read(path);
  const next = text.replace(from, to);
  assert.notEqual(next, text, `${from} in ${path}`);
  await Deno.writeTextFile(`${adopter.path}/${path}`, next);
}

async function relink(adopter: Adopter, path: string, text: string) {
  await Deno.remove(`${adopter.path}/${path}`);
  await Deno.symlink(text, `${adopter.path}/${path}`);
}

const remove = (path: string) => (adopter: Adopter) =>
  Deno.remove(`${adopter.path}/${path}`, { recursive: true });

/** A lock block of a source that nobody trusts. */
const STRANGER = [
  "- id: stranger",
  "  method: git-tag",
  "  url: https://forge.invalid/stranger.git",
  "  ref: v1",
  `  commit: ${"ab".repeat(20)}`,
  "",
].join("\n");

const pointer = (lines: Record<string, string>) =>
  ["---", ...Object.entries(lines).map(([k, v]) => `${k}: ${v}`), "---", ""]
    .join("\n");
const POINTER = {
  source: "acme",
  organization: "independent",
  skill_path: "skills/read-mail",
  evals_path: "tools/skill-evals/evals/read-mail",
};

const BROKEN: Record<string, Broken> = {
  "trust-list-invalid": {
    break: (adopter) => edit(adopter, LIST, /```\n$/, ""),
    rules: ["trust-list-invalid"],
    code: 2,
  },
  "pin-missing: an entry without an anchor": {
    break: (adopter) => edit(adopter, LIST, /\n {2}commit: .*/, ""),
    rules: ["pin-missing"],
  },
  "pin-missing: trusted but not locked": {
    break: (adopter) => edit(adopter, LOCK, /- id: acme\n(?: .*\n)*/, ""),
    rules: ["pin-missing", "snapshot-unverified"],
  },
  "pin-changed": {
    break: (adopter) => edit(adopter, LIST, "ref: v1.0.0", "ref: v1.0.1"),
    rules: ["pin-changed"],
    says: /ref is v1\.0\.0 in the lock and v1\.0\.1 in the trust list/,
  },
  "untrusted-source: locked": {
    break: async (adopter) =>
      adopter.write({ [LOCK]: await adopter.read(LOCK) + STRANGER }),
    rules: ["untrusted-source"],
    says: /stranger/,
  },
  "untrusted-source: on disk": {
    break: (adopter) =>
      adopter.write({ ".apache-magpie-sources/stranger/README.md": "?\n" }),
    rules: ["untrusted-source"],
    says: /stranger/,
  },
  "lock-invalid": {
    break: (adopter) => edit(adopter, LOCK, /^/, "<<<<<<< HEAD\n"),
    rules: ["lock-invalid"],
    code: 2,
  },
  "snapshot-missing": {
    break: remove(SNAPSHOT),
    rules: ["link-dangling", "snapshot-missing"],
  },
  "snapshot-unverified": {
    break: (adopter) => edit(adopter, LOCK, /\n {2}content: .*/, ""),
    rules: ["snapshot-unverified"],
  },
  "snapshot-tampered: changed": {
    break: (adopter) => edit(adopter, SKILL, "Read the text", "Mail the text"),
    rules: ["snapshot-tampered"],
    says: /skills\/read-mail\/SKILL\.md was changed/,
  },
  "snapshot-tampered: changed in place, size and times restored": {
    break: async (adopter) => {
      const path = `${adopter.path}/${SKILL}`;
      const { atime, mtime } = await Deno.stat(path);
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      await Deno.utime(path, atime!, mtime!);
    },
    rules: ["snapshot-tampered"],
    says: /skills\/read-mail\/SKILL\.md was changed/,
  },
  "snapshot-tampered: added": {
    break: (adopter) =>
      adopter.write({ [`${SNAPSHOT}/skills/read-mail/evil.sh`]: "rm\n" }),
    rules: ["snapshot-tampered"],
    says: /skills\/read-mail\/evil\.sh was added/,
  },
  "snapshot-tampered: something in the empty .git": {
    break: (adopter) =>
      adopter.write({ [`${SNAPSHOT}/.git/config`]: "[core]\n" }),
    rules: ["snapshot-tampered"],
    says: /\.git/,
  },
  "snapshot-tampered: missing": {
    break: remove(`${SNAPSHOT}/skills/read-mail/references/notes.md`),
    rules: ["snapshot-tampered"],
    says: /references\/notes\.md is missing/,
  },
  "snapshot-tampered: mode": {
    break: (adopter) => Deno.chmod(`${adopter.path}/${SKILL}`, 0o755),
    rules: ["snapshot-tampered"],
    says: /executable/,
  },
  "snapshot-tampered: a file became a link": {
    break: (adopter) => relink(adopter, SKILL, "references/notes.md"),
    rules: ["link-untrusted", "snapshot-tampered", "skill-unreadable"],
    says: /SKILL\.md/,
  },
  "snapshot-tampered: the listing is gone, too": {
    break: async (adopter) => {
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      await remove(".apache-magpie-sources/.state/acme.files")(adopter);
    },
    rules: ["snapshot-tampered"],
  },
  "snapshot-tampered: the listing was forged to match": {
    break: async (adopter) => {
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      await edit(
        adopter,
        ".apache-magpie-sources/.state/acme.files",
        /[0-9a-f]{64}/,
        "ab".repeat(32),
      );
    },
    rules: ["snapshot-tampered"],
  },
  "content-changed": {
    break: (adopter) =>
      edit(
        adopter,
        LOCK,
        /content: "?[0-9a-f]{64}"?/,
        `content: "${"ab".repeat(32)}"`,
      ),
    rules: ["content-changed"],
  },
  "drift: the local lock names another pin": {
    break: (adopter) => edit(adopter, LOCAL, "v1.0.0", "v0.9.0"),
    rules: ["drift"],
  },
  "provides-unfulfilled": {
    break: async (adopter) => {
      await edit(adopter, LIST, "skill: read-news", "skill: read-nothing");
      await edit(adopter, LOCK, "skill: read-news", "skill: read-nothing");
    },
    rules: ["link-untrusted", "provides-unfulfilled"],
  },
  "skill-unreadable": {
    break: (adopter) => edit(adopter, SKILL, /^---/, "***"),
    rules: ["link-untrusted", "skill-unreadable", "snapshot-tampered"],
  },
  "link-missing: canonical": {
    break: remove(CANONICAL),
    rules: ["link-missing"],
    says: /^\.agents\/skills\/magpie-read-mail is missing$/,
    fixed: true,
  },
  "link-missing: relay": {
    break: remove(RELAY),
    rules: ["link-missing"],
    says: /\.github\/skills\/magpie-read-mail/,
    fixed: true,
  },
  "link-dangling: the skill was taken out of the snapshot": {
    break: remove(`${SNAPSHOT}/skills/read-mail`),
    rules: ["link-untrusted", "skill-unreadable", "snapshot-tampered"],
  },
  "link-misdirected": {
    break: (adopter) =>
      relink(
        adopter,
        CANONICAL,
        "../../.apache-magpie-sources/acme/other/read-mail",
      ),
    rules: ["link-misdirected"],
    fixed: true,
  },
  "link-not-a-link: a copy of the skill": {
    break: async (adopter) => {
      await remove(CANONICAL)(adopter);
      await adopter.write({ [`${CANONICAL}/SKILL.md`]: "mine\n" });
    },
    rules: ["link-not-a-link"],
  },
  "link-not-a-link: text, as a checkout without symlinks writes it": {
    break: async (adopter) => {
      await remove(RELAY)(adopter);
      await adopter.write({ [RELAY]: `../../${CANONICAL}` });
    },
    rules: ["link-not-a-link"],
  },
  "link-untrusted": {
    break: (adopter) =>
      Deno.symlink(
        "../../.apache-magpie-sources/acme/skills/extra",
        `${adopter.path}/.agents/skills/magpie-extra`,
      ),
    rules: ["link-untrusted"],
    fixed: true,
  },
  "name-collision": {
    break: (adopter) =>
      adopter.write({
        "skills/read-mail/SKILL.md":
          "---\nname: read-mail\ndescription: Own.\n---\n",
      }),
    rules: ["name-collision"],
    says: /read-mail/,
  },
  "ignore-missing": {
    break: (adopter) =>
      edit(adopter, ".gitignore", "/.apache-magpie.sources.local.lock\n", ""),
    rules: ["ignore-missing"],
    says: /local\.lock/,
    fixed: true,
  },
  "ignore-ineffective: a later negation": {
    break: (adopter) => edit(adopter, ".gitignore", /$/, "!magpie-*\n"),
    rules: ["ignore-ineffective"],
    says: /\.gitignore/,
  },
  "pointer-unknown-source": {
    break: (adopter) =>
      adopter.write({
        "skills/read-mail/source.md": pointer({ ...POINTER, source: "acne" }),
      }),
    rules: ["pointer-unknown-source"],
    says: /acne/,
  },
  "pointer-unfulfilled": {
    break: (adopter) =>
      adopter.write({
        "skills/read-nothing/source.md": pointer({
          ...POINTER,
          skill_path: "skills/read-nothing",
          evals_path: "tools/skill-evals/evals/read-nothing",
        }),
      }),
    rules: ["pointer-unfulfilled"],
    code: 0,
  },
  "snapshot-noise": {
    break: (adopter) =>
      adopter.write({
        [`${SNAPSHOT}/tools/__pycache__/x.cpython-312.pyc`]: "\0",
        [`${SNAPSHOT}/.DS_Store`]: "\0",
      }),
    rules: ["snapshot-noise"],
    code: 0,
  },
  "target-is-link": {
    break: async (adopter) => {
      await Deno.rename(
        `${adopter.path}/.github/skills`,
        `${adopter.path}/elsewhere`,
      );
      await Deno.symlink("../elsewhere", `${adopter.path}/.github/skills`);
    },
    rules: ["target-is-link"],
    code: 0,
  },
  "tracked-generated": {
    break: (adopter) => git(adopter.path, ["add", "-f", LOCAL]),
    rules: ["tracked-generated"],
    code: 2,
  },
  "a local lock that is gone": {
    break: remove(LOCAL),
    rules: ["drift", "local-lock-rebuilt", "snapshot-unverified"],
  },
};

/** Files that cannot be read as a whole: the message is the edit. */
const UNMENDED = new Set(["trust-list-invalid", "lock-invalid"]);

/** Errors and warnings by rule, each once, sorted. */
function loud({ findings }: CliDocument): string[] {
  const rules = findings.filter(({ level }) => level !== "note")
    .map(({ rule }) => rule);
  return [...new Set(rules)].sort();
}

Deno.test("verify", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "read-news"]);
  const wip = await world.tagged("wip", ["draft-mail"]);
  const healthy = await world.adopter([
    entry,
    branchEntry("wip", wip.url, ["draft-mail"]),
  ]);
  assert.equal((await setup(healthy)).code, 0);
  await healthy.commit("Adopt");

  await t.step(
    "a healthy checkout: exit 0, and the branch is named as WIP",
    async () => {
      for (const args of [[], ["--quick"]]) {
        const outcome = await run(healthy, ["verify", ...args, "--json"]);
        assert.equal(outcome.code, 0, outcome.stdout);
        assert.deepEqual(
          outcome.json().findings.map((
            { rule, level, source },
          ) => [rule, level, source]),
          [["branch-not-pinned", "note", "wip"]],
        );
      }
      const strict = await run(healthy, ["verify", "--strict"]);
      assert.equal(strict.code, 0, strict.stdout);
    },
  );

  await t.step(
    "the document has its schema, its sources and whole findings",
    async () => {
      const outcome = await run(healthy, ["verify", "--json"]);
      const document = outcome.json<
        CliDocument & { sources: Record<string, unknown>[] }
      >();
      assert.equal(document.schema, "skill-sources/verify@1");
      assert.equal(document.ok, true);
      const [first] = document.sources;
      assert.match(`${first?.content}`, /^[0-9a-f]{64}$/);
      assert.deepEqual({ ...first, content: "" }, {
        id: "acme",
        organization: "independent",
        method: "git-tag",
        url: entry.url,
        ref: "v1.0.0",
        commit: entry.commit,
        state: "intact",
        content: "",
        skills: ["read-mail", "read-news"],
      });
    },
  );

  await steps(
    t,
    Object.fromEntries(
      Object.entries(BROKEN).map(([name, broken]) => [name, async () => {
        const path = world.join(`broken-${name.replace(/[^a-z]+/g, "-")}`);
        const adopter = await copyOf(healthy, path);
        await broken.break(adopter);
        const before = await traces(adopter.path);
        const asked = world.requests();
        const outcome = await run(adopter, ["verify", "--json"]);
        const document = outcome.json();
        assert.deepEqual(
          loud(document),
          [...broken.rules].sort(),
          outcome.stdout,
        );
        assert.equal(outcome.code, broken.code ?? 1, outcome.stdout);
        for (const { rule, level, fix, message } of document.findings) {
          if (level === "note" || UNMENDED.has(rule)) continue;
          assert.ok(fix, `${rule}: ${message}`);
        }
        assert.equal(document.ok, outcome.code === 0);
        const first = name.split(":")[0];
        const said = document.findings.filter(({ rule }) =>
          rule === (broken.rules.includes(first!) ? first : broken.rules[0])
        );
        if (broken.says !== undefined) {
          assert.ok(
            said.some(({ message }) => broken.says!.test(message)),
            outcome.stdout,
          );
        }
        // Read-only, and silent on the network.
        assert.deepEqual(await traces(adopter.path), before);
        assert.equal(world.requests(), asked);
        if (broken.fixed) {
          const fixed = await run(adopter, ["verify", "--fix", "--json"], {
            permissions: permissionFlags("write"),
          });
          assert.equal(fixed.code, 0, fixed.stdout + fixed.stderr);
          assert.deepEqual(loud(fixed.json()), []);
          assert.equal((await run(adopter, ["verify"])).code, 0);
        }
        await Deno.remove(path, { recursive: true });
      }]),
    ),
  );

  await t.step(
    "suites: one that is missing, one that does not bind",
    async () => {
      const bare = await world.tagged("bare", ["one", "two"]);
      const commit = await bare.source.commit({
        "tools/skill-evals/evals/one/step-1/fixtures/step-config.json": JSON
          .stringify({
            skill_md: "skills/one/SKILL.md",
            step_heading: "## Step 9: nowhere",
          }),
      });
      await git(bare.source.checkout, [
        "rm",
        "-rq",
        "tools/skill-evals/evals/two",
      ]);
      const last = await bare.source.commit({}, "Drop a suite");
      assert.notEqual(last, commit);
      await bare.source.annotatedTag("v1.0.0");
      await bare.source.publish();
      const adopter = await world.adopter([{ ...bare.entry, commit: last }]);
      assert.equal((await setup(adopter)).code, 0);
      const outcome = await run(adopter, ["verify", "--json"]);
      assert.equal(outcome.code, 0, outcome.stdout);
      assert.deepEqual(
        outcome.json().findings.filter(({ level }) => level === "warning")
          .map(({ rule, skill }) => `${rule} ${skill}`).sort(),
        ["eval-missing two", "eval-unbound one"],
      );
      const strict = await run(adopter, ["verify", "--strict"]);
      assert.equal(strict.code, 1);
    },
  );

  await t.step(
    "tampering names every file that was changed, added, taken or made executable",
    async () => {
      const adopter = await copyOf(healthy, world.join("tampered"));
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      const news = `${SNAPSHOT}/skills/read-news`;
      await Deno.chmod(`${adopter.path}/${news}/SKILL.md`, 0o755);
      await remove(`${news}/references`)(adopter);
      await adopter.write({
        [`${SNAPSHOT}/a/b/evil.sh`]: "rm\n",
        [`${SNAPSHOT}/skills/read-mail/extra.md`]: "?\n",
      });
      const outcome = await run(adopter, ["verify", "--json"]);
      const tampered = outcome.json().findings
        .filter(({ rule }) => rule === "snapshot-tampered");
      assert.deepEqual(
        tampered.map(({ path, message }) =>
          `${path?.slice(SNAPSHOT.length + 1)}: ${
            message.split(" ").slice(1, -4).join(" ")
          }`
        ).sort(),
        [
          "a/b/evil.sh: was added",
          "skills/read-mail/SKILL.md: was changed",
          "skills/read-mail/extra.md: was added",
          "skills/read-news/SKILL.md: has another executable bit",
          "skills/read-news/references/notes.md: is missing",
        ],
      );
      for (const { fix } of tampered) assert.equal(fix, "skill-sources setup");
    },
  );

  await t.step("a trust list that differs from HEAD is a note", async () => {
    const adopter = await copyOf(healthy, world.join("uncommitted"));
    await edit(adopter, LIST, "# Trusted", "# Well trusted");
    const outcome = await run(adopter, ["verify", "--json"]);
    assert.equal(outcome.code, 0, outcome.stdout);
    const note = outcome.json().findings
      .find(({ rule }) => rule === "trust-list-uncommitted");
    assert.equal(note?.level, "note");
    assert.equal(note?.path, LIST);
  });

  await t.step(
    "--quick sees a change of size, and believes size and time",
    async () => {
      const adopter = await copyOf(healthy, world.join("quick"));
      const path = `${adopter.path}/${SKILL}`;
      const { atime, mtime } = await Deno.stat(path);
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      await Deno.utime(path, atime!, mtime!);
      assert.equal((await run(adopter, ["verify", "--quick"])).code, 0);
      await edit(adopter, SKILL, "Mail the text", "Mail all text");
      const outcome = await run(adopter, ["verify", "--quick", "--json"]);
      assert.equal(outcome.code, 1);
      assert.deepEqual(loud(outcome.json()), ["snapshot-tampered"]);
    },
  );

  await t.step(
    "--fix makes no link into bytes that are not intact, and restores nothing",
    async () => {
      const adopter = await copyOf(healthy, world.join("unfixable"));
      await edit(adopter, SKILL, "Read the text", "Mail the text");
      await Deno.remove(`${adopter.path}/${CANONICAL}`);
      const outcome = await run(adopter, ["verify", "--fix", "--json"], {
        permissions: permissionFlags("write"),
      });
      assert.equal(outcome.code, 1, outcome.stdout);
      await assert.rejects(Deno.lstat(`${adopter.path}/${CANONICAL}`));
      assert.match(await adopter.read(SKILL), /Mail the text/);
    },
  );

  await t.step(
    "--fix needs write permission, and says so in one sentence",
    async () => {
      const adopter = await copyOf(healthy, world.join("no-write"));
      await Deno.remove(`${adopter.path}/${RELAY}`);
      const outcome = await run(adopter, ["verify", "--fix", "--json"]);
      assert.equal(outcome.code, 1, outcome.stdout);
      const [finding] = outcome.json().findings;
      assert.equal(finding?.rule, "permission-missing");
      assert.equal(finding.fix, "skill-sources verify --fix");
      assert.doesNotMatch(finding.message, /\n/);
    },
  );

  await t.step("verify <id> looks at that source only", async () => {
    const adopter = await copyOf(healthy, world.join("one-source"));
    await edit(adopter, SKILL, "Read the text", "Mail the text");
    assert.equal((await run(adopter, ["verify", "wip"])).code, 0);
    assert.equal((await run(adopter, ["verify", "acme"])).code, 1);
  });

  await t.step(
    "names out of a source are escaped for the terminal",
    async () => {
      const adopter = await copyOf(healthy, world.join("escaped"));
      const name = "\u001b]0;owned\u0007\u202e.md";
      await adopter.write({ [`${SNAPSHOT}/skills/read-mail/${name}`]: "?\n" });
      const outcome = await run(adopter, ["verify"]);
      assert.equal(outcome.code, 1);
      const said = outcome.stdout + outcome.stderr;
      for (const hidden of ["\u0007", "\u001b", "\u202e"]) {
        assert.ok(!said.includes(hidden));
      }
      assert.match(said, /\\u\{202e\}/i);
    },
  );
});
