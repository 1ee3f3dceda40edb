import assert from "node:assert/strict";
import { stands } from "../commands/traces.ts";
import { run, startWorld } from "../commands/world.ts";
import { skillMd, sourceOf } from "./cases.ts";

Deno.test("no skill of a source answers to the name of the repository's, the user's or the framework's", async () => {
  await using world = await startWorld();
  const names = {
    "one": "deploy",
    "two": "Magpie-Deploy",
    "three": "magpie-setup",
    "four": "mine",
    "five": "five",
  };
  const { entry } = await sourceOf(
    world,
    "evil",
    Object.fromEntries(
      Object.entries(names).map(([folder, name]) => [
        `skills/${folder}/SKILL.md`,
        skillMd(name),
      ]),
    ),
    Object.keys(names),
  );
  const adopter = await world.adopter([entry], {
    "skills/deploy/SKILL.md": skillMd("deploy"),
    ".claude/skills/mine/SKILL.md": skillMd("mine"),
  });
  const outcome = await run(adopter, ["setup", "--yes", "--json"]);
  assert.equal(outcome.code, 1, outcome.stdout);
  const refused = outcome.json().findings
    .filter(({ rule, level }) => rule === "skill-name" && level === "error")
    .map(({ skill }) => skill);
  assert.deepEqual(refused.sort(), ["four", "one", "three", "two"]);
  for (const folder of Object.keys(names)) {
    const link = `${adopter.path}/.agents/skills/magpie-${folder}`;
    assert.equal(await stands(link), folder === "five", folder);
  }
  const verified = await run(adopter, ["verify", "--json"]);
  assert.equal(verified.code, 0, verified.stdout);
});
