import assert from "node:assert/strict";
import { stands } from "../commands/traces.ts";
import { setup, startWorld } from "../commands/world.ts";
import type { Files } from "../support/write_files.ts";
import { about, assertNothingOf, skillMd, sourceOf } from "./cases.ts";

const NAMES = [
  "../../evil",
  "/tmp/evil",
  "a/b",
  "..",
  ".",
  "",
  "nested/../../evil",
  "magpie-x\\..\\y",
  "~root",
  "$HOME",
  "-rf",
  "con",
  "x".repeat(300),
  "magpie-x\n",
  "m\u0430gpie-x",
  "magpie-x ",
];

Deno.test("a declared name that is a path, an option or a look-alike links nothing", async (t) => {
  await using world = await startWorld();
  const files: Record<string, string> = {
    "skills/good/SKILL.md": skillMd("good"),
  };
  for (const [at, name] of NAMES.entries()) {
    files[`skills/odd-${at}/SKILL.md`] = `---\nname: ${
      JSON.stringify(name)
    }\ndescription: d\n---\nb\n`;
  }
  const { entry } = await sourceOf(world, "acme", files, ["good", "odd-*"]);
  const adopter = await world.adopter([entry]);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 1, outcome.stdout);
  for (const [at, name] of NAMES.entries()) {
    await t.step(JSON.stringify(name.slice(0, 20)), async () => {
      const errors = about(outcome, "acme").filter(({ level, skill }) =>
        level === "error" && skill === `odd-${at}`
      );
      assert.deepEqual(errors.map(({ rule }) => rule), ["skill-name"]);
      assert.equal(
        await stands(`${adopter.path}/.agents/skills/magpie-odd-${at}`),
        false,
      );
    });
  }
  const links = [];
  for await (const { name } of Deno.readDir(`${adopter.path}/.agents/skills`)) {
    links.push(name);
  }
  assert.deepEqual(links, ["magpie-good"]);
});

/** Sources that would be read differently on another disk, and what names them. */
const CASES: Record<string, readonly [Files, readonly string[]]> = {
  "a lower-case skill.md": [
    { "skills/acme-a/skill.md": skillMd("acme-a") },
    ["skill.md", "SKILL.md"],
  ],
  "a capitalised Skill.md": [
    { "skills/acme-a/Skill.md": skillMd("acme-a") },
    ["Skill.md", "SKILL.md"],
  ],
  "both spellings": [
    {
      "skills/acme-a/SKILL.md": skillMd("acme-a"),
      "skills/acme-a/skill.md": "EVIL\n",
    },
    ["SKILL.md", "skill.md"],
  ],
  "two folders of one name": [
    {
      "skills/acme-a/SKILL.md": skillMd("acme-a"),
      "skills/Acme-A/SKILL.md": skillMd("Acme-A"),
    },
    ["acme-a", "Acme-A"],
  ],
};
for (const [name, [files, named]] of Object.entries(CASES)) {
  Deno.test(`${name} is the same error on every disk`, async () => {
    await using world = await startWorld();
    const { entry } = await sourceOf(world, "acme", files, ["acme-a"]);
    for (const provides of [["acme-a"], ["acme-*"]]) {
      const adopter = await world.adopter([{ ...entry, provides }]);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      for (const word of named) assert.ok(outcome.stdout.includes(word), word);
      await assertNothingOf(adopter, "acme", ["acme-a"]);
    }
  });
}

Deno.test("two skills of one source that declare one name are both left unlinked", async () => {
  await using world = await startWorld();
  const { entry } = await sourceOf(world, "acme", {
    "skills/acme-x/SKILL.md": skillMd("magpie-shared"),
    "skills/acme-y/SKILL.md": skillMd("magpie-shared"),
    "skills/acme-z/SKILL.md": skillMd("acme-z"),
  }, ["acme-*"]);
  const adopter = await world.adopter([entry]);
  const outcome = await setup(adopter, "--json");
  assert.equal(outcome.code, 1, outcome.stdout);
  const at = (name: string) =>
    stands(`${adopter.path}/.agents/skills/magpie-${name}`);
  assert.deepEqual(
    [await at("acme-x"), await at("acme-y"), await at("acme-z")],
    [false, false, true],
  );
});

Deno.test("the framework's bootstrap never comes from a source", async () => {
  await using world = await startWorld();
  const { entry } = await sourceOf(world, "acme", {
    "skills/setup/SKILL.md": skillMd("magpie-setup"),
    "skills/setup-x/SKILL.md": skillMd("magpie-setup"),
  }, ["setup"]);
  for (const provides of [["setup"], ["setup-*"]]) {
    const adopter = await world.adopter([{ ...entry, provides }]);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    assert.equal(
      await stands(`${adopter.path}/.agents/skills/magpie-setup`),
      false,
    );
  }
});
