import assert from "node:assert/strict";
import { traces } from "../commands/traces.ts";
import { run, startWorld } from "../commands/world.ts";

/** What merges, crashes and hands leave of a committed lock. */
function broken(whole: string, other: string): Record<string, string> {
  const [head, ...rest] = whole.split("\n");
  return {
    "both sides of a merge":
      `<<<<<<< HEAD\n${whole}=======\n${other}>>>>>>> topic\n`,
    "both sides and their base":
      `<<<<<<< HEAD\n${whole}||||||| base\n${whole}=======\n${other}>>>>>>> topic\n`,
    "markers inside a block": `${head}\n<<<<<<< HEAD\n${
      rest.join("\n")
    }=======\n  ref: v2\n>>>>>>> topic\n`,
    "markers taken out, both blocks left": whole + other,
    "a truncated file": whole.slice(0, Math.floor(whole.length / 2)),
    "no bytes at all": "",
  };
}

Deno.test("a committed lock that a merge or a crash broke is never taken for an empty one", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const adopter = await world.adopter([entry]);
  const lock = (ref: string, digit: string) =>
    `- id: acme\n  method: git-tag\n  url: ${entry.url}\n  ref: ${ref}\n` +
    `  commit: ${digit.repeat(40)}\n`;
  for (
    const [name, text] of Object.entries(
      broken(lock("v1", "a"), lock("v2", "b")),
    )
  ) {
    await adopter.write({ ".apache-magpie.sources.lock": text });
    const before = await traces(adopter.path);
    for (const args of [["setup", "--yes"], ["verify"], ["status"]]) {
      await t.step(`${name}: ${args[0]}`, async () => {
        const outcome = await run(adopter, [...args, "--json"]);
        assert.equal(outcome.code, 2, outcome.stdout);
        const errors = outcome.json().findings
          .filter(({ level }) => level === "error");
        assert.deepEqual(errors.map(({ rule }) => rule), ["lock-invalid"]);
        assert.equal(errors[0]?.path, ".apache-magpie.sources.lock");
        assert.deepEqual(await traces(adopter.path), before);
        assert.equal(world.requests(), 0);
      });
    }
  }
});
