import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { stands, traces } from "../commands/traces.ts";
import { copyOf, run, setup, startWorld } from "../commands/world.ts";
import { git } from "../support/git.ts";
import { skillMd } from "./cases.ts";

const CANONICAL = ".agents/skills/magpie-read-mail";

Deno.test("an agent's folder that is a link to the canonical one keeps both", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const dotfiles = world.join("dotfiles");
  await Deno.mkdir(`${dotfiles}/own`, { recursive: true });
  await Deno.writeTextFile(`${dotfiles}/own/SKILL.md`, skillMd("own"));
  const adopter = await world.adopter([entry], {
    ".claude/skills": { link: "../.agents/skills" },
    ".github/skills": { link: dotfiles },
  });
  const outside = await traces(dotfiles);
  for (let run = 0; run < 2; run++) {
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.equal(
      outcome.json().findings.filter(({ rule }) => rule === "target-is-link")
        .length,
      2,
    );
    assert.equal(
      await Deno.readLink(`${adopter.path}/.claude/skills`),
      "../.agents/skills",
    );
    assert.equal(
      await Deno.readLink(`${adopter.path}/${CANONICAL}`),
      "../../.apache-magpie-sources/acme/skills/read-mail",
    );
    await adopter.read(`.claude/skills/magpie-read-mail/SKILL.md`);
    assert.deepEqual(await traces(dotfiles), outside);
  }
  assert.equal((await run(adopter, ["verify"])).code, 0);
  assert.equal((await run(adopter, ["unadopt", "--yes"])).code, 0);
  assert.ok(await stands(`${adopter.path}/.claude/skills`));
  assert.equal(await stands(`${adopter.path}/${CANONICAL}`), false);
  assert.deepEqual(await traces(dotfiles), outside);
});

Deno.test("a user's fork, file and link at our places outlive every command", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry], {
    ".claude/skills/magpie-read-mail/SKILL.md": skillMd("my-fork"),
    ".claude/skills/magpie-read-mail/notes.md": "mine\n",
    ".github/skills/magpie-read-mail": { link: "../../my-skills/read-mail" },
    ".kiro/skills/magpie-read-mail": "a file\n",
    "my-skills/read-mail/SKILL.md": skillMd("read-mail"),
    ".agents/skills/own/SKILL.md": skillMd("own"),
  });
  const theirs = async () =>
    new Map(
      [...await traces(adopter.path)].filter(([path]) =>
        /^(?:\.claude|\.github|\.kiro|my-skills|\.agents\/skills\/own)/
          .test(path)
      ),
    );
  const before = await theirs();
  const places = [".claude", ".github", ".kiro"]
    .map((folder) => `${folder}/skills/magpie-read-mail`);
  for (
    const [args, code] of [
      [["setup", "--yes"], 1],
      [["verify"], 1],
      [["verify", "--fix"], 1],
      [["unadopt", "--yes"], 0],
    ] as const
  ) {
    const outcome = await run(adopter, [...args, "--json"], {
      permissions: permissionFlags("network"),
    });
    assert.equal(outcome.code, code, outcome.stdout + outcome.stderr);
    const named = outcome.json().findings.map(({ path }) => path);
    for (const place of places) {
      assert.ok(named.includes(place), `${args.join(" ")}: ${place}`);
    }
    assert.deepEqual(await theirs(), before);
  }
});

Deno.test("unadopt removes links of ours that dangle, and names those it leaves", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry], {
    "docs/keep.md": "k\n",
    ".agents/skills/magpie-setup/SKILL.md": skillMd("magpie-setup"),
  });
  assert.equal((await setup(adopter)).code, 0);
  const links: Record<string, string> = {
    ".agents/skills/magpie-gone":
      "../../.apache-magpie-sources/old/skills/gone",
    ".claude/skills/magpie-gone": "../../.agents/skills/magpie-gone",
    ".agents/skills/magpie-mine": "../../docs",
    ".agents/skills/magpie-absolute":
      `${adopter.path}/.apache-magpie-sources/acme/skills/read-mail`,
    ".agents/skills/magpie-triage": "../../.apache-magpie/skills/triage",
    ".claude/skills/magpie-triage": "../../.agents/skills/magpie-triage",
  };
  for (const [path, text] of Object.entries(links)) {
    await Deno.mkdir(`${adopter.path}/${path}`.replace(/\/[^/]+$/, ""), {
      recursive: true,
    });
    await Deno.symlink(text, `${adopter.path}/${path}`);
  }
  const outcome = await run(adopter, ["unadopt", "--yes", "--json"]);
  assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
  for (
    const gone of [
      CANONICAL,
      ".claude/skills/magpie-read-mail",
      ".github/skills/magpie-read-mail",
      ".agents/skills/magpie-gone",
      ".claude/skills/magpie-gone",
      ".apache-magpie-sources",
    ]
  ) assert.equal(await stands(`${adopter.path}/${gone}`), false, gone);
  for (
    const kept of [
      "docs/keep.md",
      ".agents/skills/magpie-setup/SKILL.md",
      ".agents/skills/magpie-mine",
      ".agents/skills/magpie-absolute",
      ".agents/skills/magpie-triage",
      ".claude/skills/magpie-triage",
    ]
  ) assert.ok(await stands(`${adopter.path}/${kept}`), kept);
  assert.deepEqual(
    outcome.json().findings
      .filter(({ rule }) => rule === "link-not-a-link")
      .map(({ path }) => path).sort(),
    [".agents/skills/magpie-absolute", ".agents/skills/magpie-mine"],
  );
});

Deno.test("in a fresh clone nothing was tampered with; it was not fetched", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);
  assert.equal((await setup(adopter)).code, 0);
  await adopter.commit("Adopt");
  const clone = await adopter.clone(world.join("clone"));
  const outcome = await run(clone, ["verify", "--json"]);
  assert.equal(outcome.code, 1, outcome.stdout);
  assert.doesNotMatch(outcome.stdout, /tamper/);
  const missing = outcome.json().findings
    .find(({ rule }) => rule === "snapshot-missing");
  assert.equal(missing?.source, "acme");
  assert.match(missing!.fix!, /skill-sources setup/);
  assert.equal((await run(clone, ["setup"])).code, 0);
  assert.equal((await run(clone, ["verify"])).code, 0);
});

Deno.test("a checkout whose links are text files is named with one of them, untouched", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry], {
    ".agents/skills/magpie-setup/SKILL.md": skillMd("magpie-setup"),
    ".claude/skills/magpie-setup": {
      link: "../../.agents/skills/magpie-setup",
    },
  });
  const plain = world.join("plain");
  await git(world.root, [
    "clone",
    "-q",
    "-c",
    "core.symlinks=false",
    adopter.path,
    plain,
  ]);
  const clone = await copyOf({ ...adopter, path: plain }, `${plain}-copy`);
  const before = await traces(clone.path);
  for (const args of [["setup", "--yes"], ["verify"], ["status"]]) {
    const outcome = await run(clone, args);
    assert.equal(outcome.code, 2, outcome.stdout);
    const said = outcome.stdout + outcome.stderr;
    assert.match(said, /\.claude\/skills\/magpie-setup is a text file/);
    assert.match(said, /git config core\.symlinks true/);
    assert.deepEqual(await traces(clone.path), before);
  }
  // What the message advises is enough.
  await git(clone.path, ["config", "core.symlinks", "true"]);
  await git(clone.path, ["checkout", "--", ".claude/skills/magpie-setup"]);
  assert.equal((await setup(clone)).code, 0);
});
