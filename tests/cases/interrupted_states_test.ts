import assert from "node:assert/strict";
import { pathsBelow } from "../commands/traces.ts";
import { copyOf, run, setup, startWorld } from "../commands/world.ts";
import { CANARY } from "./cases.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const LOCAL = ".apache-magpie.sources.local.lock";
const SKILL = `${SNAPSHOTS}/acme/skills/read-mail/SKILL.md`;

/** States that a killed run, a full disk or a clumsy hand leaves behind. */
const STATES: Record<string, (root: string) => Promise<void>> = {
  "an empty snapshot": async (root) => {
    await Deno.remove(`${root}/${SNAPSHOTS}/acme`, { recursive: true });
    await Deno.mkdir(`${root}/${SNAPSHOTS}/acme`);
  },
  "a half-written skill": (root) =>
    Deno.writeTextFile(`${root}/${SKILL}`, "---\nname: re"),
  "a staging folder of a dead run": async (root) => {
    const old = `${root}/${SNAPSHOTS}/.state/staging-dead/acme`;
    await Deno.mkdir(old, { recursive: true });
    await Deno.writeTextFile(`${old}/x`, "x");
  },
  "a temporary file of the lock": (root) =>
    Deno.writeTextFile(`${root}/.apache-magpie.sources.lock.tmp`, "- id: ac"),
  "no local lock": (root) => Deno.remove(`${root}/${LOCAL}`),
  "a local lock without bytes": (root) =>
    Deno.writeTextFile(`${root}/${LOCAL}`, ""),
  "half of the links": (root) =>
    Deno.remove(`${root}/.github/skills/magpie-read-mail`),
  "a canonical link without its relays": async (root) => {
    await Deno.remove(`${root}/.github/skills`, { recursive: true });
    await Deno.remove(`${root}/.claude/skills`, { recursive: true });
  },
  "a run lock that nobody holds": (root) =>
    Deno.writeTextFile(
      `${root}/${SNAPSHOTS}/.state/run.lock`,
      "999999 host 2020-01-01\n",
    ),
  "no file listing": (root) =>
    Deno.remove(`${root}/${SNAPSHOTS}/.state/acme.files`),
  "a listing that tells lies": (root) =>
    Deno.writeTextFile(`${root}/${SNAPSHOTS}/.state/acme.files`, "rubbish\n"),
};

Deno.test("every state that an interrupted run leaves is repaired by the next", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const first = await world.adopter([entry]);
  assert.equal((await setup(first)).code, 0);
  const lock = await first.read(".apache-magpie.sources.lock");
  const skill = await first.read(SKILL);

  for (const [name, breakIt] of Object.entries(STATES)) {
    await t.step(name, async () => {
      const adopter = await copyOf(first, world.join(name));
      await breakIt(adopter.path);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.equal(await adopter.read(SKILL), skill);
      assert.equal(await adopter.read(".apache-magpie.sources.lock"), lock);
      const verified = await run(adopter, ["verify", "--json"]);
      assert.equal(verified.code, 0, verified.stdout);
      const again = await setup(adopter, "--json");
      assert.equal(again.json<{ changed: boolean }>().changed, false);
    });
  }

  await t.step(
    "a committed lock that is ahead is not fetched over",
    async () => {
      const adopter = await copyOf(first, world.join("ahead"));
      const ahead = lock.replace(
        /(commit: "?)[0-9a-f]{40}/,
        `$1${"f".repeat(40)}`,
      );
      assert.notEqual(ahead, lock);
      await adopter.write({ ".apache-magpie.sources.lock": ahead });
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(
        outcome.json().findings.some(({ rule }) => rule === "pin-changed"),
      );
      assert.equal(await adopter.read(SKILL), skill);
      assert.equal(await adopter.read(".apache-magpie.sources.lock"), ahead);
      assert.equal((await run(adopter, ["verify"])).code, 1);
    },
  );

  for (const kind of ["a file", "a link"]) {
    await t.step(`${kind} where the snapshots belong`, async () => {
      const adopter = await copyOf(first, world.join(`snapshots ${kind}`));
      const elsewhere = world.join(`elsewhere ${kind}`);
      await Deno.mkdir(elsewhere);
      await Deno.writeTextFile(`${elsewhere}/keep`, CANARY);
      const place = `${adopter.path}/${SNAPSHOTS}`;
      await Deno.remove(place, { recursive: true });
      if (kind === "a link") await Deno.symlink(elsewhere, place);
      else await Deno.writeTextFile(place, CANARY);
      for (const args of [["setup", "--yes"], ["verify"]]) {
        const outcome = await run(adopter, args);
        assert.notEqual(outcome.code, 0, outcome.stdout);
      }
      assert.deepEqual(await pathsBelow(elsewhere), ["keep"]);
      assert.equal(await Deno.readTextFile(`${elsewhere}/keep`), CANARY);
    });
  }
});
