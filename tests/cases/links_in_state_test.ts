import assert from "node:assert/strict";
import { pathsBelow } from "../commands/traces.ts";
import { copyOf, run, startWorld } from "../commands/world.ts";
import { CANARY } from "./cases.ts";

const STATE = ".apache-magpie-sources/.state";

Deno.test("a link in the place of replaced snapshots carries nothing out and removes nothing there", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const first = await world.adopter([entry]);
  assert.equal((await run(first, ["setup", "--yes"])).code, 0);
  const elsewhere = world.join("elsewhere");
  const old = ["1", "2", "3", "4"].map((day) => `acme@2000010${day}T0-aaaaaa`);
  for (const name of old) {
    await Deno.mkdir(`${elsewhere}/${name}`, { recursive: true });
    await Deno.writeTextFile(`${elsewhere}/${name}/mine`, CANARY);
  }
  const before = await pathsBelow(elsewhere);

  for (const args of [["setup", "--yes"], ["verify"], ["unadopt", "--yes"]]) {
    await t.step(args.join(" "), async () => {
      const adopter = await copyOf(first, world.join(args.join(" ")));
      await Deno.symlink(elsewhere, `${adopter.path}/${STATE}/replaced`);
      await Deno.writeTextFile(
        `${adopter.path}/.apache-magpie-sources/acme/skills/read-mail/SKILL.md`,
        "edited\n",
      );
      const outcome = await run(adopter, args);
      assert.equal(outcome.code, 2, outcome.stdout + outcome.stderr);
      assert.match(outcome.stderr, /layer-is-a-link/);
      assert.deepEqual(await pathsBelow(elsewhere), before);
    });
  }
});
