import assert from "node:assert/strict";
import type { CliDocument } from "../support/run_cli.ts";
import { steps } from "./steps.ts";
import { traces } from "./traces.ts";
import { branchEntry, copyOf, run, setup, startWorld } from "./world.ts";

interface StatusDocument extends CliDocument {
  readonly sources: readonly {
    readonly id: string;
    readonly state: string;
    readonly skills: readonly string[];
  }[];
}

Deno.test("status", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail", "read-news"]);
  const wip = await world.tagged("wip", ["draft-mail"]);
  const adopter = await world.adopter([
    acme.entry,
    branchEntry("wip", wip.url, ["draft-mail"]),
  ]);
  const status = async (where = adopter) => {
    const { code, stdout, json } = await run(where, ["status", "--json"]);
    const document = json<StatusDocument>();
    assert.equal(document.schema, "skill-sources/status@1");
    const states = document.sources.map(({ id, state }) => `${id}: ${state}`);
    return { code, stdout, states, document };
  };

  await t.step("before setup", async () => {
    const before = await traces(adopter.path);
    const { states } = await status();
    assert.deepEqual(states, ["acme: not pinned", "wip: not pinned"]);
    assert.deepEqual(await traces(adopter.path), before);
  });

  assert.equal((await setup(adopter)).code, 0);
  await adopter.commit("Adopt");

  await t.step(
    "one line a source: id, ref, short anchor, state, skills",
    async () => {
      const asked = world.requests();
      const before = await traces(adopter.path);
      const { code, stdout } = await run(adopter, ["status"]);
      assert.equal(code, 0, stdout);
      const lines = stdout.split("\n");
      assert.match(
        lines.find((line) => line.startsWith("acme"))!,
        new RegExp(
          `^acme +v1\\.0\\.0 +${
            acme.commit.slice(0, 12)
          } +ok +read-mail, read-news$`,
        ),
      );
      assert.match(
        lines.find((line) => line.startsWith("wip"))!,
        new RegExp(`^wip +main +${wip.commit.slice(0, 12)} \\(WIP\\) +ok `),
      );
      assert.equal(world.requests(), asked);
      assert.deepEqual(await traces(adopter.path), before);
    },
  );

  await t.step("a fresh clone is no fault", async () => {
    const clone = await adopter.clone(world.join("clone"));
    const { code, states, document } = await status(clone);
    assert.equal(code, 0, JSON.stringify(document));
    assert.deepEqual(states, ["acme: not fetched", "wip: not fetched"]);
  });

  const broken: Record<string, (path: string) => Promise<unknown>> = {
    "tampered": (path) =>
      Deno.writeTextFile(
        `${path}/.apache-magpie-sources/acme/skills/read-mail/SKILL.md`,
        "?",
        { append: true },
      ),
    "pin changed": async (path) => {
      const list = `${path}/skill-sources.md`;
      const text = await Deno.readTextFile(list);
      await Deno.writeTextFile(list, text.replace("ref: v1.0.0", "ref: v2"));
    },
    "refused": async (path) => {
      const list = `${path}/skill-sources.md`;
      const text = await Deno.readTextFile(list);
      await Deno.writeTextFile(list, text.replace(/\n {2}commit: .*/, ""));
    },
    "drift": async (path) => {
      const lock = `${path}/.apache-magpie.sources.lock`;
      const text = await Deno.readTextFile(lock);
      await Deno.writeTextFile(lock, text.replace(/\n {2}content: .*/, ""));
    },
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(broken).map(([state, spoil]) => [state, async () => {
        const copy = await copyOf(adopter, world.join(state.replace(" ", "-")));
        await spoil(copy.path);
        const { code, states, stdout } = await status(copy);
        assert.ok(states.includes(`acme: ${state}`), stdout);
        assert.ok(states.includes("wip: ok"), stdout);
        assert.equal(code, 1, stdout);
      }]),
    ),
  );

  await t.step(
    "a copy or a backup with other times is ok, and setup learns its times",
    async () => {
      const copied = await copyOf(adopter, world.join("copied"));
      const skills = `${copied.path}/.apache-magpie-sources/acme/skills`;
      const files = ["read-mail", "read-news"]
        .map((name) => `${skills}/${name}/SKILL.md`);
      for (const file of files) await Deno.utime(file, 1e9, 1e9);
      const listing = `${copied.path}/.apache-magpie-sources/.state/acme.files`;
      const listed = await Deno.readTextFile(listing);

      const { states } = await status(copied);
      assert.deepEqual(states, ["acme: ok", "wip: ok"]);
      const quick = await run(copied, ["verify", "--quick"]);
      assert.equal(quick.code, 0, quick.stdout);
      assert.equal(await Deno.readTextFile(listing), listed);

      const again = await setup(copied);
      assert.match(again.stdout, /Nothing changed/);
      const relisted = await Deno.readTextFile(listing);
      assert.equal(relisted.match(/ 1000000000000 /g)?.length, 2);

      const text = await Deno.readTextFile(files[0]!);
      await Deno.writeTextFile(files[0]!, text.replace(/.$/s, "?"));
      const edited = await status(copied);
      assert.deepEqual(edited.states, ["acme: tampered", "wip: ok"]);
    },
  );

  await t.step("status <id> shows that source only", async () => {
    const { code, stdout } = await run(adopter, ["status", "wip"]);
    assert.equal(code, 0, stdout);
    assert.doesNotMatch(stdout, /acme/);
  });

  await t.step(
    "nothing is read through a snapshots folder that is a link",
    async () => {
      const linked = await copyOf(adopter, world.join("linked"));
      const folder = `${linked.path}/.apache-magpie-sources`;
      await Deno.rename(folder, world.join("elsewhere"));
      await Deno.symlink(world.join("elsewhere"), folder);
      const { code, stdout, json } = await run(linked, ["status", "--json"]);
      assert.equal(code, 2, stdout);
      assert.equal(json().findings[0]?.rule, "layer-is-a-link");
    },
  );
});
