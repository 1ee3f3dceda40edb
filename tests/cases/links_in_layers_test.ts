import assert from "node:assert/strict";
import { copyOf, run, startWorld } from "../commands/world.ts";

const SECRET = "secret-project";

Deno.test("a folder of ours that is a link to itself ends no command in a fault", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const first = await world.adopter([entry]);
  assert.equal((await run(first, ["setup", "--yes"])).code, 0);
  for (
    const name of [
      "organizations",
      "skills",
      ".apache-magpie",
      ".apache-magpie-local",
      ".apache-magpie-overrides",
      ".agents",
      ".claude",
    ]
  ) {
    await t.step(name, async () => {
      const adopter = await copyOf(first, world.join(`loop-${name}`));
      const place = `${adopter.path}/${name}`;
      await Deno.remove(place, { recursive: true }).catch(() => {});
      await Deno.symlink(name, place);
      for (const args of [["verify"], ["setup", "--yes"], ["status"]]) {
        const outcome = await run(adopter, [...args, "--json"]);
        const rules = outcome.json().findings.map(({ rule }) => rule);
        assert.ok(!rules.includes("internal"), outcome.stdout);
      }
    });
  }
});

Deno.test("a folder of ours that is a link names nothing of where it leads", async () => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const elsewhere = world.join("elsewhere");
  await Deno.mkdir(`${elsewhere}/${SECRET}`, { recursive: true });
  await Deno.writeTextFile(`${elsewhere}/${SECRET}-plan.md`, "x");
  const adopter = await world.adopter(
    [{ ...entry, organization: "secret-projec" }],
    {
      "organizations": { link: elsewhere },
      ".apache-magpie-local": { link: elsewhere },
    },
  );
  for (const args of [["verify"], ["setup", "--yes"], ["status"]]) {
    const outcome = await run(adopter, args);
    assert.equal(outcome.code, 1);
    assert.ok(!(outcome.stdout + outcome.stderr).includes(SECRET), args[0]);
  }
});
