import assert from "node:assert/strict";
import { copyOf, run, startWorld } from "../commands/world.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const TERABYTE = 2 ** 40;

Deno.test("files of holes that are planted in our folder cost neither time nor memory", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const first = await world.adopter([entry]);
  assert.equal((await run(first, ["setup", "--yes"])).code, 0);
  const plant = async (name: string, path: string, size: number) => {
    const adopter = await copyOf(first, world.join(name));
    const place = `${adopter.path}/${SNAPSHOTS}/${path}`;
    await Deno.writeTextFile(place, "");
    await Deno.truncate(place, size);
    return adopter;
  };

  await t.step("in a snapshot: tampering", async () => {
    const adopter = await plant("snapshot", "acme/holes.bin", TERABYTE);
    const verified = await run(adopter, ["verify", "--json"]);
    assert.equal(verified.code, 1);
    const finding = verified.json().findings
      .find(({ rule }) => rule === "snapshot-tampered");
    assert.match(finding?.message ?? "", /^holes\.bin makes it larger/);
    assert.equal((await run(adopter, ["setup", "--yes"])).code, 0);
    assert.equal((await run(adopter, ["verify"])).code, 0);
  });

  await t.step("as the listing: not believed", async () => {
    const adopter = await plant("listing", ".state/acme.files", TERABYTE);
    for (const command of ["verify", "status"]) {
      assert.equal((await run(adopter, [command])).code, 0);
    }
  });

  await t.step("as the journal: dropped", async () => {
    const adopter = await plant("journal", ".state/journal.json", TERABYTE);
    const outcome = await run(adopter, ["setup", "--json"]);
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.equal(outcome.json().findings[0]?.rule, "interrupted-run");
  });
});

Deno.test("nothing but compiled files passes for what tools leave behind", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);
  assert.equal((await run(adopter, ["setup", "--yes"])).code, 0);
  const folder = `${adopter.path}/${SNAPSHOTS}/acme/skills/__pycache__`;
  await Deno.mkdir(`${folder}/deeper`, { recursive: true });
  await Deno.writeTextFile(`${folder}/x.cpython-312.pyc`, "x");
  assert.equal((await run(adopter, ["verify"])).code, 0);
  for (const name of ["SKILL.md", "run.sh", "deeper/SKILL.md"]) {
    await Deno.writeTextFile(`${folder}/${name}`, "x");
    const verified = await run(adopter, ["verify", "--json"]);
    assert.equal(verified.code, 1, name);
    await Deno.remove(`${folder}/${name}`);
  }
});
