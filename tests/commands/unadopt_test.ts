import assert from "node:assert/strict";
import { pathsBelow, stands, traces } from "./traces.ts";
import { copyOf, gitStatus, run, setup, startWorld } from "./world.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const LINK = ".agents/skills/magpie-read-mail";
const CLAUDE = ".claude/skills/magpie-read-mail";
const GITHUB = ".github/skills/magpie-read-mail";

Deno.test("unadopt", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "read-news"]);
  const former = "node_modules\r\n*.log\r\n";
  const pristine = await world.adopter([entry], { ".gitignore": former });
  const before = await pathsBelow(pristine.path);
  const adopted = await copyOf(pristine, world.join("adopted"));
  assert.equal((await setup(adopted)).code, 0);
  const copy = (name: string) => copyOf(adopted, world.join(name));

  await t.step("without consent nothing is touched", async () => {
    const adopter = await copy("unasked");
    const standing = await traces(adopter.path);
    const unasked = await run(adopter, ["unadopt", "--json"]);
    assert.equal(unasked.code, 2, unasked.stdout);
    assert.deepEqual(unasked.json().findings.map(({ rule }) => rule), [
      "consent-needed",
    ]);
    const dry = await run(adopter, ["unadopt", "--dry-run"]);
    assert.equal(dry.code, 0, dry.stdout);
    for (const path of [LINK, SNAPSHOTS, ".apache-magpie.sources.lock"]) {
      assert.ok(dry.stdout.includes(path), dry.stdout);
    }
    assert.deepEqual(await traces(adopter.path), standing);
  });

  await t.step(
    "everything of ours goes, and .gitignore is what it was",
    async () => {
      const adopter = await copy("all");
      const asked = world.requests();
      const outcome = await run(adopter, ["unadopt", "--yes", "--json"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.equal(outcome.json().findings.length, 0, outcome.stdout);
      assert.deepEqual(await pathsBelow(adopter.path), before);
      assert.equal(await adopter.read(".gitignore"), former);
      assert.deepEqual(await gitStatus(adopter), []);
      assert.equal(world.requests(), asked);

      const again = await run(adopter, ["unadopt", "--yes"]);
      assert.equal(again.code, 0, again.stdout + again.stderr);
      assert.match(again.stdout, /Nothing to remove/);
      assert.equal((await setup(adopter)).code, 0);
      assert.equal((await run(adopter, ["verify"])).code, 0);
    },
  );

  await t.step("a .gitignore that setup made goes with it", async () => {
    const adopter = await world.adopter([entry]);
    assert.equal((await setup(adopter)).code, 0);
    const { code, stdout } = await run(adopter, ["unadopt", "--yes"]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /skill-sources\.md stays; delete it too to leave for good, and commit/,
    );
    assert.equal(await stands(`${adopter.path}/.gitignore`), false);
  });

  await t.step("what a user keeps beside our links stays", async () => {
    const adopter = await copy("beside");
    await Deno.remove(`${adopter.path}/${LINK}`);
    await adopter.write({
      [`${LINK}/SKILL.md`]: "mine\n",
      ".agents/skills/magpie-setup": { link: "../../elsewhere" },
      ".agents/skills/magpie-foreign": { link: "../../docs/foreign" },
      ".claude/skills/own/SKILL.md": "own\n",
      ".apache-magpie-overrides/read-mail.md": "override\n",
      ".apache-magpie.sources.lineage.jsonl": "",
    });
    await adopter.write({
      ".gitignore": `${await adopter.read(".gitignore")}later\r\n`,
    });
    const outcome = await run(adopter, ["unadopt", "--yes", "--json"]);
    assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
    const named = outcome.json().findings
      .filter(({ rule }) => rule === "link-not-a-link");
    // A relay to what is the user's by now is the user's, too.
    assert.deepEqual(
      named.filter(({ level }) => level === "warning").map(({ path }) => path),
      [LINK, CLAUDE, GITHUB],
    );
    for (const path of [CLAUDE, GITHUB]) {
      assert.equal(
        await adopter.read(`${path}/SKILL.md`),
        "mine\n",
      );
    }
    assert.equal(await adopter.read(`${LINK}/SKILL.md`), "mine\n");
    assert.equal(
      await Deno.readLink(`${adopter.path}/.agents/skills/magpie-foreign`),
      "../../docs/foreign",
    );
    assert.equal(await adopter.read(".gitignore"), `${former}later\r\n`);
    for (
      const path of [
        "skill-sources.md",
        ".agents/skills/magpie-setup",
        ".claude/skills/own/SKILL.md",
        ".apache-magpie-overrides/read-mail.md",
        ".apache-magpie.sources.lineage.jsonl",
      ]
    ) assert.ok(await stands(`${adopter.path}/${path}`), path);
    for (
      const path of [
        SNAPSHOTS,
        ".agents/skills/magpie-read-news",
        ".claude/skills/magpie-read-news",
        ".github/skills/magpie-read-news",
        ".apache-magpie.sources.lock",
        ".apache-magpie.sources.local.lock",
      ]
    ) assert.equal(await stands(`${adopter.path}/${path}`), false, path);
  });

  await t.step(
    "where the framework is adopted its target lines stay",
    async () => {
      const adopter = await copy("framework");
      await adopter.write({ ".apache-magpie.lock": "method: git-tag\n" });
      const outcome = await run(adopter, ["unadopt", "--yes"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      const text = await adopter.read(".gitignore");
      assert.match(text, /^\/\.agents\/skills\/magpie-\*\r$/m);
      assert.match(text, /^!\/\.agents\/skills\/magpie-setup\r$/m);
      assert.doesNotMatch(text, /apache-magpie-sources|local\.lock/);
    },
  );

  await t.step(
    "a lock that cannot be read stops it before anything goes",
    async () => {
      const adopter = await copy("damaged");
      await adopter.write({ ".apache-magpie.sources.lock": "<<<<<<< HEAD\n" });
      const standing = await traces(adopter.path);
      const outcome = await run(adopter, ["unadopt", "--yes", "--json"]);
      assert.equal(outcome.code, 2, outcome.stdout);
      assert.equal(outcome.json().findings[0]?.rule, "lock-invalid");
      assert.deepEqual(await traces(adopter.path), standing);
    },
  );

  await t.step(
    "where nothing was adopted there is nothing to remove",
    async () => {
      const adopter = await world.adopter(undefined);
      const standing = await traces(adopter.path);
      const outcome = await run(adopter, ["unadopt", "--yes"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.deepEqual(await traces(adopter.path), standing);
    },
  );
});
