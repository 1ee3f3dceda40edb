import assert from "node:assert/strict";
import { git } from "../support/git.ts";
import { adopterAt } from "../support/adopter.ts";
import { stands, traces } from "./traces.ts";
import { gitStatus, run, setup, startWorld } from "./world.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const LINK = ".agents/skills/magpie-read-mail";

Deno.test("worktree-init links what the main checkout has fetched", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "read-news"]);
  const main = await world.adopter([entry]);
  assert.equal((await setup(main)).code, 0);
  await main.commit("Adopt");
  const linked = adopterAt(world.join("linked"));
  await git(main.path, ["worktree", "add", "-q", linked.path]);
  const asked = world.requests();

  await t.step(
    "a relative link, skills that can be read, a clean status",
    async () => {
      const outcome = await run(linked, ["worktree-init", "--json"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.equal(
        await Deno.readLink(`${linked.path}/${SNAPSHOTS}`),
        `../${main.path.split("/").at(-1)}/${SNAPSHOTS}`,
      );
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.ok(
        await stands(`${linked.path}/.claude/skills/magpie-read-news/SKILL.md`),
      );
      assert.deepEqual(await gitStatus(linked), []);
    },
  );

  await t.step("run again it changes nothing", async () => {
    const before = await traces(linked.path);
    const outcome = await run(linked, ["worktree-init"]);
    assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
    assert.match(outcome.stdout, /1 of 1 sources linked\. Nothing changed\./);
    assert.deepEqual(await traces(linked.path), before);
    assert.equal(world.requests(), asked);
  });

  await t.step(
    "in the main checkout it is refused with a sentence",
    async () => {
      const outcome = await run(main, ["worktree-init", "--json"]);
      assert.equal(outcome.code, 2, outcome.stdout);
      assert.match(outcome.json().findings[0]!.message, /main checkout/);
    },
  );
});
