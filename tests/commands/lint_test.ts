import assert from "node:assert/strict";
import { type Adopter, adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { steps } from "./steps.ts";
import { traces } from "./traces.ts";
import { copyOf, run, setup, startWorld } from "./world.ts";

const LIST = "skill-sources.md";
const LOCK = ".apache-magpie.sources.lock";
const CANONICAL = ".agents/skills/magpie-read-mail";
const RELAY = ".claude/skills/magpie-read-mail";
const SNAPSHOT = ".apache-magpie-sources/acme";
const SKILL = `${SNAPSHOT}/skills/read-mail`;

/** One thing that is wrong, and what `lint` must call it. */
interface Broken {
  readonly break: (adopter: Adopter) => Promise<unknown>;
  /** Every finding but notes, as `<level> <rule> <path>`. */
  readonly findings: readonly string[];
  /** What the fix of the first one must say. */
  readonly fix?: RegExp;
  readonly code?: 0 | 1 | 2;
}

async function edit(
  adopter: Adopter,
  path: string,
  from: string | RegExp,
  to: string,
): Promise<void> {
  const text = await adopter.read(path);
  const next = text.replace(from, to);
  assert.notEqual(next, text, `${from} in ${path}`);
  await adopter.write({ [path]: next });
}

const relink = (path: string, text: string) => async (adopter: Adopter) => {
  const place = `${adopter.path}/${path}`;
  await Deno.remove(place).catch(() => {});
  await adopter.write({ [path]: { link: text } });
};

const remove = (path: string) => (adopter: Adopter) =>
  Deno.remove(`${adopter.path}/${path}`, { recursive: true });

const pointer = (lines: readonly string[]) => (adopter: Adopter) =>
  adopter.write({
    "skills/mail/source.md": ["---", ...lines, "---", ""].join("\n"),
  });

const POINTER = [
  "source: acme",
  "organization: independent",
  "skill_path: skills/read-mail",
  "evals_path: tools/skill-evals/evals/read-mail",
];

const BROKEN: Readonly<Record<string, Broken>> = {
  "a canonical link leads to itself": {
    break: relink(CANONICAL, "magpie-read-mail"),
    findings: [
      `error link-cycle ${CANONICAL}`,
    ],
    fix: /^remove one of the links of the circle: rm \.agents/,
  },
  "a canonical entry has the relay's text, which leads to itself there": {
    break: relink(CANONICAL, "../../.agents/skills/magpie-read-mail"),
    findings: [
      `error link-cycle ${CANONICAL}`,
    ],
  },
  "a relay leads past the canonical entry": {
    break: relink(RELAY, `../../${SKILL}`),
    findings: [`error link-misdirected ${RELAY}`],
    fix:
      /^ln -sfn \.\.\/\.\.\/\.agents\/skills\/magpie-read-mail \.claude\/skills\/magpie-read-mail$/,
  },
  "a relay leads through the canonical entry of another name": {
    break: relink(RELAY, "../../.agents/skills/magpie-send-mail"),
    findings: [`error link-misdirected ${RELAY}`],
  },
  "a canonical entry leads to no known base": {
    break: relink(CANONICAL, "../../README.md"),
    findings: [`error link-misdirected ${CANONICAL}`],
    fix: /^rm .*then skill-sources setup$/,
  },
  "a canonical entry leads to the skill of another name": {
    break: relink(CANONICAL, "../../skills/own"),
    findings: [`error link-misdirected ${CANONICAL}`],
    fix: /^ln -sfn \.\.\/\.\.\/skills\/read-mail /,
  },
  "a canonical entry leads past the skills root": {
    break: relink(CANONICAL, `../../${SNAPSHOT}/tools/read-mail`),
    findings: [`error link-misdirected ${CANONICAL}`],
    fix: /^skill-sources setup$/,
  },
  "a canonical entry leads into the snapshot of nobody": {
    break: relink(
      CANONICAL,
      "../../.apache-magpie-sources/stranger/skills/read-mail",
    ),
    findings: [
      `error link-untrusted ${CANONICAL}`,
    ],
    fix: /trust list/,
  },
  "a link is a text file, as git writes one without symlinks": {
    async break(adopter) {
      await remove(RELAY)(adopter);
      await adopter.write({ [RELAY]: "../../.agents/skills/magpie-read-mail" });
    },
    findings: [`error link-not-a-link ${RELAY}`],
    fix: /^rm .* && ln -s \.\.\/\.\.\/\.agents\/skills\/magpie-read-mail /,
  },
  "a committed link is a text file in this checkout": {
    async break(adopter) {
      await adopter.write({
        "skills/own/SKILL.md": "---\nname: own\n---\n",
        ".agents/skills/magpie-own": { link: "../../skills/own" },
      });
      await git(adopter.path, ["add", "-f", ".agents/skills/magpie-own"]);
      await remove(".agents/skills/magpie-own")(adopter);
      await adopter.write({ ".agents/skills/magpie-own": "../../skills/own" });
    },
    findings: ["error link-not-a-link .agents/skills/magpie-own"],
    fix: /^git config core\.symlinks true && git checkout -- /,
  },
  "two names are one where case is ignored": {
    async break(adopter) {
      await relink(".claude/skills/own-Skill", "../../skills")(adopter);
      await relink(".claude/skills/own-skill", "../../skills")(adopter);
      await adopter.write({ "skills/README.md": "" });
    },
    findings: ["error link-case-twins .claude/skills/own-Skill"],
    fix: /^rename or remove/,
  },
  "an own skill that a link leads to is gone": {
    break: relink(".agents/skills/magpie-own", "../../skills/own"),
    findings: ["error link-dangling .agents/skills/magpie-own"],
    fix: /^restore skills, or remove the link: rm /,
  },
  "a fetched snapshot lacks the skill": {
    break: remove(SKILL),
    findings: [
      `error link-dangling ${CANONICAL}`,
    ],
    fix: /^restore \.apache-magpie-sources\/acme\/skills\/read-mail/,
  },
  "a relay has no canonical entry though all is fetched": {
    break: remove(CANONICAL),
    findings: [
      `error link-dangling ${RELAY}`,
      `error link-dangling .github/skills/magpie-read-mail`,
    ],
  },
  "a link of ours is absolute": {
    break: (adopter) => relink(CANONICAL, `${adopter.path}/${SKILL}`)(adopter),
    findings: [
      `error link-absolute ${CANONICAL}`,
    ],
    fix: /relative link/,
  },
  "a link of ours leads out of the repository": {
    break: relink(CANONICAL, "../../../elsewhere"),
    findings: [
      `error link-outside ${CANONICAL}`,
    ],
  },
  "links of the user's own lead nowhere, out, or to an absolute path": {
    async break(adopter) {
      await relink(".claude/skills/one", "../nowhere")(adopter);
      await relink(".claude/skills/two", "../../../out")(adopter);
      await relink(".claude/skills/three", "/etc")(adopter);
    },
    findings: [
      "warning link-dangling .claude/skills/one",
      "warning link-absolute .claude/skills/three",
      "warning link-outside .claude/skills/two",
    ],
    code: 0,
  },
  "a committed link anywhere leads in a circle": {
    async break(adopter) {
      await relink("docs/loop", "loop")(adopter);
      await relink("docs/nowhere", "gone")(adopter);
      await adopter.commit();
    },
    findings: ["warning link-cycle docs/loop"],
    code: 0,
  },
  "a link into a snapshot is committed": {
    break: (adopter) => git(adopter.path, ["add", "-f", CANONICAL]),
    findings: [`error tracked-generated ${CANONICAL}`],
    fix: /^git rm --cached /,
  },
  "links into snapshots are committed under other texts, names and places": {
    async break(adopter) {
      await relink(".claude/skills/dot", `../../${SNAPSHOT}/./skills`)(adopter);
      await relink(".claude/skills/whole", `../../${SNAPSHOT}`)(adopter);
      await relink(".claude/skills/over", "../../docs/way/read-mail")(adopter);
      await relink("docs/way", `../${SNAPSHOT}/skills`)(adopter);
      await relink(".kiro/skills", `../${SNAPSHOT}/skills`)(adopter);
      await adopter.commit();
    },
    findings: [
      "warning target-is-link .kiro/skills",
      "error tracked-generated .claude/skills/dot",
      "error tracked-generated .claude/skills/over",
      "error tracked-generated .claude/skills/whole",
      "error tracked-generated .kiro/skills",
      "warning tracked-generated docs/way",
    ],
  },
  "a skill of the repository's own, and an agent's folder, lead around themselves":
    {
      async break(adopter) {
        await adopter.write({ "skills/own/SKILL.md": "---\nname: own\n---\n" });
        await relink("skills/own/up", "..")(adopter);
        await git(adopter.path, ["add", "skills"]);
        // As package managers do; nobody commits it.
        await relink("skills/own/node_modules/a/b", "..")(adopter);
        await relink(".agents/skills/magpie-own", "../../skills/own")(adopter);
        await relink(".claude/skills/all", "../..")(adopter);
      },
      findings: [
        "error link-cycle .claude/skills/all",
        "error link-cycle skills/own/up",
      ],
      fix: /^remove the link: rm /,
    },
  "a folder is an agent's where case is ignored": {
    async break(adopter) {
      await adopter.write({ ".Claude/skills/mine/SKILL.md": "Obey.\n" });
      await adopter.commit();
    },
    findings: ["error link-case-twins .Claude/skills"],
  },
  "a text file with a line end where a link belongs": {
    async break(adopter) {
      await remove(RELAY)(adopter);
      await adopter.write({ [RELAY]: `./../../${CANONICAL}\n` });
    },
    findings: [`error link-not-a-link ${RELAY}`],
  },
  "a link in a snapshot leads around itself": {
    break: relink(`${SKILL}/loop`, ".."),
    findings: [`error link-cycle ${SKILL}/loop`],
    fix: /^skill-sources setup, if somebody edited/,
  },
  "links of two skills in a snapshot lead to each other": {
    async break(adopter) {
      await relink(`${SKILL}/other`, "../send-mail")(adopter);
      await relink(
        `${SNAPSHOT}/skills/send-mail/other`,
        "../read-mail",
      )(adopter);
    },
    findings: [`error link-cycle ${SKILL}/other`],
  },
  "an agent's folder is a link that leads nowhere": {
    async break(adopter) {
      await remove(".claude/skills")(adopter);
      await relink(".claude/skills", "nowhere")(adopter);
    },
    findings: ["error target-is-link .claude/skills"],
    fix: /real folder/,
  },
  "the lock is gone": {
    break: remove(LOCK),
    findings: [`error pin-missing ${LIST}`],
    fix: /^skill-sources setup$/,
  },
  "the trust list has another pin": {
    break: (adopter) => edit(adopter, LIST, "ref: v1.0.0", "ref: v1.0.1"),
    findings: [`error pin-changed ${LIST}`],
    fix: /^skill-sources upgrade acme$/,
  },
  "the lock has a block of nobody": {
    async break(adopter) {
      const block = (await adopter.read(LOCK)).replace(/^[^]*?(?=- id)/, "");
      await adopter.write({
        [LOCK]: await adopter.read(LOCK) +
          block.replace("id: acme", "id: stranger"),
      });
    },
    findings: [`error untrusted-source ${LOCK}`],
    fix: /^skill-sources setup$/,
  },
  "the lock is in the middle of a merge": {
    break: (adopter) => adopter.write({ [LOCK]: "<<<<<<< HEAD\n" }),
    findings: [`error lock-invalid ${LOCK}`],
    code: 2,
  },
  "two trust lists declare sources": {
    break: async (adopter) =>
      adopter.write({
        ".apache-magpie-overrides/skill-sources.md": await adopter.read(LIST),
      }),
    findings: [
      "error trust-list-invalid .apache-magpie-overrides/skill-sources.md",
    ],
    code: 2,
  },
  "an entry has a key that nobody knows": {
    break: (adopter) => edit(adopter, LIST, "  ref:", "  comit: x\n  ref:"),
    findings: [`error key-unknown ${LIST}`],
  },
  "the project's settings name a prefix that is none": {
    break: (adopter) =>
      adopter.write({
        ".apache-magpie-overrides/project.md": "prefix: No Prefix\n",
      }),
    findings: ["error value-invalid .apache-magpie-overrides/project.md"],
    code: 2,
  },
  "the project's settings misspell an agent": {
    break: (adopter) =>
      adopter.write({
        ".apache-magpie-overrides/project.md":
          "agents: universal, claude-code, github, gose\n",
      }),
    findings: ["warning value-invalid .apache-magpie-overrides/project.md"],
    code: 0,
  },
  "a pointer names a source that is not trusted": {
    break: pointer(["source: stranger", ...POINTER.slice(1)]),
    findings: ["error pointer-unknown-source skills/mail/source.md"],
    fix: /^correct skills\/mail\/source\.md/,
  },
  "a pointer names a skill that is not provided": {
    break: pointer(
      POINTER.map((line) => line.replace("skills/read-mail", "skills/x")),
    ),
    findings: ["warning pointer-unfulfilled skills/mail/source.md"],
    code: 0,
  },
  "a pointer lacks a key": {
    break: pointer(POINTER.slice(1)),
    findings: ["error pointer-invalid skills/mail/source.md"],
  },
  "an ignore line is missing": {
    break: (adopter) =>
      edit(adopter, ".gitignore", "/.apache-magpie-sources\n", ""),
    findings: ["error ignore-missing .gitignore"],
    fix: /^skill-sources setup$/,
  },
  "an ignore line is taken back": {
    async break(adopter) {
      const text = await adopter.read(".gitignore");
      await adopter.write({ ".gitignore": `${text}!/.agents/skills/*\n` });
    },
    findings: ["error ignore-ineffective .gitignore"],
    fix: /^correct the ignore rule/,
  },
  "the trust list is checked out in another encoding, so that a forge shows no block":
    {
      async break(adopter) {
        await adopter.write({
          ".gitattributes":
            "[attr]odd working-tree-encoding=UTF-16LE\n/skill-sources.md odd\n",
        });
      },
      findings: ["error layer-converted skill-sources.md"],
      fix: /-working-tree-encoding/,
    },
  "the lock goes through a filter of the machine": {
    async break(adopter) {
      await git(adopter.path, ["add", LOCK]);
      await adopter.write({ ".git/info/attributes": "*.lock filter=x\n" });
    },
    findings: [`error layer-converted ${LOCK}`],
    fix: /-filter/,
  },
  "the local lock is committed": {
    break: (adopter) =>
      git(adopter.path, ["add", "-f", ".apache-magpie.sources.local.lock"]),
    findings: [
      "error tracked-generated .apache-magpie.sources.local.lock",
    ],
    fix: /^git rm /,
    code: 2,
  },
  "git writes no links here": {
    break: (adopter) => git(adopter.path, ["config", "core.symlinks", "false"]),
    findings: [],
    code: 2,
  },
};

Deno.test("lint names each fault by its rule and says how to mend it", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "send-mail"]);
  const adopter = await world.adopter([entry]);
  assert.equal((await setup(adopter)).code, 0);
  await adopter.commit("Adopt");
  const table = Object.entries(BROKEN).map(([name, broken], number) =>
    [name, async () => {
      const copy = await copyOf(adopter, world.join(`copy-${number}`));
      await broken.break(copy);
      const before = await traces(copy.path);
      const ran = await run(copy, ["lint", "--json"]);
      const { findings, ok } = ran.json();
      const seen = findings.filter(({ level }) => level !== "note");
      if (broken.findings.length > 0) {
        assert.deepEqual(
          seen.map(({ level, rule, path }) => `${level} ${rule} ${path}`),
          broken.findings,
        );
      }
      assert.equal(ran.code, broken.code ?? 1);
      assert.equal(ok, ran.code === 0);
      if (broken.fix !== undefined) {
        assert.match(seen[0]?.fix ?? "", broken.fix);
      }
      if (ran.code !== 2) assert.ok(seen.every(({ fix }) => fix !== undefined));
      assert.deepEqual(await traces(copy.path), before);
      await Deno.remove(copy.path, { recursive: true });
    }] as const
  );
  await steps(t, Object.fromEntries(table));

  await t.step(
    "what the trust list no longer names is mended by one command",
    async () => {
      const copy = await copyOf(adopter, world.join("untrusted"));
      await copy.write({ [LIST]: trustList([]) });
      const ran = await run(copy, ["lint", "--json"]);
      const errors = ran.json().findings
        .filter(({ level }) => level === "error");
      assert.deepEqual(
        new Set(errors.map(({ rule }) => rule)),
        new Set(["untrusted-source", "link-untrusted"]),
      );
      for (const { fix } of errors) assert.equal(fix, "skill-sources setup");
      assert.equal((await setup(copy)).code, 0);
      const after = await run(copy, ["lint", "--json"]);
      assert.deepEqual(
        after.json().findings.filter(({ level }) => level !== "note"),
        [],
      );
    },
  );

  await t.step("a sound adopter, and a fresh clone of it, pass", async () => {
    const sound = await run(adopter, ["lint", "--json"]);
    assert.deepEqual(sound.json().findings, []);
    const clone = await adopter.clone(world.join("clone"));
    const fresh = await run(clone, ["lint", "--strict", "--json"]);
    assert.deepEqual(fresh.json().findings, []);
    assert.equal(fresh.code, 0);
  });

  await t.step(
    "a linked worktree, whose snapshots are the main checkout's, passes",
    async () => {
      const copy = await copyOf(adopter, world.join("main-checkout"));
      const path = world.join("linked");
      await git(copy.path, ["worktree", "add", "-q", path]);
      const linked = adopterAt(path);
      assert.equal((await run(linked, ["worktree-init"])).code, 0);
      const ran = await run(linked, ["lint", "--strict", "--json"]);
      assert.deepEqual(ran.json().findings, []);
      await relink(RELAY, `../../${SKILL}`)(linked);
      assert.equal((await run(linked, ["lint"])).code, 1);
    },
  );

  await t.step(
    "links that a fresh clone has not fetched are notes",
    async () => {
      const clone = await adopter.clone(world.join("half"));
      await relink(CANONICAL, `../../${SKILL}`)(clone);
      await relink(RELAY, "../../.agents/skills/magpie-read-mail")(clone);
      await relink(
        ".claude/skills/magpie-send-mail",
        "../../.agents/skills/magpie-send-mail",
      )(clone);
      const ran = await run(clone, ["lint", "--strict", "--json"]);
      assert.equal(ran.code, 0);
      assert.deepEqual(
        ran.json().findings.map(({ level, rule }) => `${level} ${rule}`),
        ["note not-fetched", "note not-fetched", "note not-fetched"],
      );
    },
  );

  await t.step(
    "in the formats for other programs each finding stands too",
    async () => {
      const copy = await copyOf(adopter, world.join("formats"));
      await relink(RELAY, `../../${SKILL}`)(copy);
      for (const format of ["sarif", "github", "junit", "text"]) {
        const ran = await run(copy, ["lint", "--format", format]);
        assert.equal(ran.code, 1);
        assert.ok(ran.stdout.includes("link-misdirected"), format);
        assert.ok(ran.stdout.includes(RELAY), format);
      }
    },
  );
});

Deno.test("a framework checkout with committed links passes, also one that adopts sources beside", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const skill = (name: string) => `---\nname: ${name}\ndescription: x\n---\n`;
  const framework = await world.adopter(undefined, {
    "skills/pr-triage/SKILL.md": skill("pr-triage"),
    "skills/setup/SKILL.md": skill("setup"),
    ".agents/skills/magpie-pr-triage": { link: "../../skills/pr-triage" },
    ".agents/skills/magpie-setup": { link: "../../skills/setup/" },
    ".claude/skills/magpie-pr-triage": {
      link: "../../.agents/skills/magpie-pr-triage",
    },
    ".github/skills/magpie-setup": {
      link: "../../.agents/skills/magpie-setup",
    },
    ".claude/skills/magpie-release/SKILL.md": skill("magpie-release"),
  });
  const alone = await run(framework, ["lint", "--strict", "--json"]);
  assert.deepEqual(alone.json().findings, []);
  assert.equal(alone.code, 0);
  await framework.write({ [LIST]: trustList([entry]) });
  assert.equal((await setup(framework)).code, 0);
  await framework.commit("Adopt");
  const both = await run(framework, ["lint", "--strict", "--json"]);
  assert.deepEqual(both.json().findings, []);
  const clone = await framework.clone(world.join("clone"));
  const fresh = await run(clone, ["lint", "--strict", "--json"]);
  assert.deepEqual(fresh.json().findings, []);
});

Deno.test("an adopter of the framework whose snapshot is not fetched yet has notes only", async () => {
  await using temp = await tempDir();
  const clone = adopterAt(temp.path);
  await git(temp.path, ["init", "-q", "-b", "main"]);
  await clone.write({
    ".apache-magpie.lock": "x\n",
    ".agents/skills/magpie-pr-triage": {
      link: "../../.apache-magpie/skills/pr-triage",
    },
    ".claude/skills/magpie-pr-triage": {
      link: "../../.agents/skills/magpie-pr-triage",
    },
    ".claude/skills/magpie-release": {
      link: "../../.agents/skills/magpie-release",
    },
  });
  const ran = await run(clone, ["lint", "--strict", "--json"]);
  assert.equal(ran.code, 0);
  assert.deepEqual(
    ran.json().findings.map(({ rule }) => rule),
    ["not-fetched", "not-fetched", "not-fetched"],
  );
});

Deno.test("lint of a place without git is a usage error, and with --no-git looks at the links", async () => {
  await using temp = await tempDir();
  const bare = adopterAt(temp.path);
  await bare.write({
    [LIST]: "# None\n",
    ".claude/skills/magpie-x": { link: "../../x" },
  });
  const refused = await run(bare, ["lint"]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr + refused.stdout, /not-a-repository/);
  const ran = await run(bare, ["lint", "--no-git", "--json"]);
  assert.equal(ran.code, 1);
  assert.ok(
    ran.json().findings.some(({ rule }) => rule === "link-misdirected"),
  );
});
