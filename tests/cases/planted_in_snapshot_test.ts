import assert from "node:assert/strict";
import { copyOf, run, setup, startWorld } from "../commands/world.ts";

const SECRET = "TOPSECRET-7f3a";

/** Links that a program plants in a snapshot: out of it, without end, to nowhere. */
const LINKS: Record<string, string> = {
  relative: "../../../../../secret.txt",
  zeros: "/dev/zero",
  random: "/dev/urandom",
  home: "~/x",
  itself: "itself",
  dangling: "/home/author/skills/x",
  chain: "relative",
  unc: "\\\\evil\\share",
};

Deno.test("what is planted in a snapshot is named, never followed, and goes", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const first = await world.adopter([entry]);
  assert.equal((await setup(first)).code, 0);
  await Deno.writeTextFile(world.join("secret.txt"), `${SECRET}\n`);
  const adopter = await copyOf(first, world.join("planted"));
  const skill = `${adopter.path}/.apache-magpie-sources/acme/skills/read-mail`;
  for (const [name, text] of Object.entries(LINKS)) {
    await Deno.symlink(text, `${skill}/${name}`);
  }
  await Deno.symlink(world.join("secret.txt"), `${skill}/absolute`);
  const made = await new Deno.Command("mkfifo", { args: [`${skill}/fifo`] })
    .output();
  assert.ok(made.success);
  // In git's own folder at the snapshot's root nothing belongs at all.
  await Deno.writeTextFile(
    `${adopter.path}/.apache-magpie-sources/acme/.git/config`,
    "[core]\n\tfsmonitor = touch PWNED\n",
  );

  for (const args of [["verify"], ["verify", "--quick"], ["status"]]) {
    await t.step(args.join(" "), async () => {
      const outcome = await run(adopter, [...args, "--json"]);
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(!outcome.stdout.includes(SECRET));
      const tampered = outcome.json().findings
        .filter(({ rule }) => rule === "snapshot-tampered")
        .map(({ message }) => message).join("\n");
      for (const name of [...Object.keys(LINKS), "absolute", "fifo"]) {
        assert.ok(tampered.includes(`/${name} `), `${name}\n${tampered}`);
      }
      assert.match(tampered, /\.git/);
    });
  }
  await t.step("setup --yes puts the locked bytes back", async () => {
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 0, outcome.stdout);
    assert.ok(!(outcome.stdout + outcome.stderr).includes(SECRET));
    assert.equal((await run(adopter, ["verify"])).code, 0);
    assert.equal(
      await Deno.readTextFile(world.join("secret.txt")),
      `${SECRET}\n`,
    );
  });
});
