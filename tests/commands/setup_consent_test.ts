import assert from "node:assert/strict";
import { pathsBelow, stands, traces } from "./traces.ts";
import { copyOf, run, setup, startWorld } from "./world.ts";

/** The rules of a run's findings. */
function rules(run: { json(): { findings: readonly { rule: string }[] } }) {
  return run.json().findings.map(({ rule }) => rule);
}

Deno.test("consent", async (t) => {
  await using world = await startWorld();
  const { entry, commit, url } = await world.tagged("acme", [
    "read-mail",
    "read-news",
  ]);
  const fresh = await world.adopter([entry]);
  const untouched = await traces(fresh.path);

  await t.step(
    "a first pin without --yes writes and asks nothing of anybody",
    async () => {
      const asked = world.requests();
      const plain = await run(fresh, ["setup"]);
      assert.equal(plain.code, 2, plain.stdout + plain.stderr);
      const json = await run(fresh, ["setup", "--json"]);
      assert.equal(json.code, 2);
      assert.deepEqual(rules(json), ["consent-needed"]);
      assert.equal(json.json().ok, false);
      assert.deepEqual(await traces(fresh.path), untouched);
      assert.equal(world.requests(), asked);
    },
  );

  await t.step("--dry-run shows everything and does nothing", async () => {
    const asked = world.requests();
    const { code, stdout } = await run(fresh, ["setup", "--dry-run"]);
    assert.equal(code, 0, stdout);
    for (
      const shown of [
        "acme",
        "independent",
        "git-tag",
        url,
        "v1.0.0",
        commit,
        "none demanded",
        "read-mail, read-news",
        "git fetch",
      ]
    ) assert.ok(stdout.includes(shown), `${shown} in ${stdout}`);
    const json = await run(fresh, ["setup", "--dry-run", "--json"]);
    assert.equal(json.code, 0);
    assert.equal(json.json<{ changed: boolean }>().changed, false);
    assert.deepEqual(await traces(fresh.path), untouched);
    assert.equal(world.requests(), asked);
  });

  await t.step("--frozen adds no first pin", async () => {
    const frozen = await run(fresh, ["setup", "--frozen", "--json"]);
    assert.equal(frozen.code, 1, frozen.stdout);
    assert.deepEqual(rules(frozen), ["lock-stale"]);
    assert.deepEqual(await traces(fresh.path), untouched);
  });

  const installed = await world.adopter([entry]);
  assert.equal((await setup(installed)).code, 0);
  await installed.commit("Adopt");
  const copy = (name: string) => copyOf(installed, world.join(name));

  await t.step("a missing snapshot is restored without consent", async () => {
    const adopter = await copy("missing");
    await Deno.remove(`${adopter.path}/.apache-magpie-sources`, {
      recursive: true,
    });
    const { code, stdout, stderr } = await run(adopter, ["setup"]);
    assert.equal(code, 0, stdout + stderr);
    assert.equal((await run(adopter, ["verify"])).code, 0);
  });

  await t.step(
    "an edited snapshot is replaced with consent only, and kept",
    async () => {
      const adopter = await copy("edited");
      const skill = "skills/read-mail/SKILL.md";
      const file = `${adopter.path}/.apache-magpie-sources/acme/${skill}`;
      await Deno.writeTextFile(file, "an hour's work\n", { append: true });
      const edited = await Deno.readTextFile(file);
      const before = await traces(
        `${adopter.path}/.apache-magpie-sources/acme`,
      );
      const asked = world.requests();

      const unasked = await run(adopter, ["setup", "--json"]);
      assert.equal(unasked.code, 2, unasked.stdout);
      assert.deepEqual(rules(unasked), ["consent-needed"]);
      assert.deepEqual(
        await traces(`${adopter.path}/.apache-magpie-sources/acme`),
        before,
      );
      assert.equal(world.requests(), asked);

      const replaced = await setup(adopter);
      assert.equal(replaced.code, 0, replaced.stdout + replaced.stderr);
      assert.equal((await run(adopter, ["verify"])).code, 0);
      const state = `${adopter.path}/.apache-magpie-sources/.state/replaced`;
      const kept = (await pathsBelow(state))
        .filter((path) => path.endsWith(skill));
      assert.equal(kept.length, 1);
      assert.equal(await Deno.readTextFile(`${state}/${kept[0]}`), edited);
    },
  );

  const none = "# Trusted skill sources\n\nNone any more.\n";
  await t.step("prune needs consent, and keeps what it removes", async () => {
    const adopter = await copy("prune");
    await adopter.write({ "skill-sources.md": none });
    const before = await traces(adopter.path);
    const unasked = await run(adopter, ["setup", "--json"]);
    assert.equal(unasked.code, 2, unasked.stdout);
    assert.deepEqual(rules(unasked), ["consent-needed"]);
    assert.deepEqual(
      [...await traces(adopter.path)].filter(([path]) =>
        !path.includes(".state/")
      ),
      [...before].filter(([path]) => !path.includes(".state/")),
    );

    const pruned = await setup(adopter, "--json");
    assert.equal(pruned.code, 0, pruned.stdout + pruned.stderr);
    assert.deepEqual(pruned.json<{ pruned: string[] }>().pruned, ["acme"]);
    for (
      const path of [
        ".agents/skills/magpie-read-mail",
        ".github/skills/magpie-read-mail",
        ".apache-magpie-sources/acme",
      ]
    ) assert.equal(await stands(`${adopter.path}/${path}`), false, path);
    assert.doesNotMatch(
      await adopter.read(".apache-magpie.sources.lock"),
      /acme/,
    );
    const kept = await pathsBelow(
      `${adopter.path}/.apache-magpie-sources/.state/replaced`,
    );
    assert.ok(kept.some((path) => path.endsWith("read-mail/SKILL.md")));
    assert.equal((await run(adopter, ["verify"])).code, 0);
  });

  await t.step("--no-prune keeps it, with a warning", async () => {
    const adopter = await copy("no-prune");
    await adopter.write({ "skill-sources.md": none });
    const lock = await adopter.read(".apache-magpie.sources.lock");
    const kept = await run(adopter, ["setup", "--no-prune", "--json"]);
    assert.equal(kept.code, 0, kept.stdout + kept.stderr);
    const [finding] = kept.json().findings
      .filter(({ rule }) => rule === "untrusted-source");
    assert.equal(finding?.level, "warning");
    assert.ok(await stands(`${adopter.path}/.agents/skills/magpie-read-mail`));
    assert.ok(await stands(`${adopter.path}/.apache-magpie-sources/acme`));
    assert.equal(await adopter.read(".apache-magpie.sources.lock"), lock);
  });

  await t.step("--frozen prunes nothing from the committed lock", async () => {
    const adopter = await copy("frozen-prune");
    await adopter.write({ "skill-sources.md": none });
    const frozen = await run(adopter, ["setup", "--frozen", "--json"]);
    assert.equal(frozen.code, 1, frozen.stdout);
    assert.ok(rules(frozen).includes("lock-stale"));
    assert.ok(await stands(`${adopter.path}/.apache-magpie-sources/acme`));
  });

  await t.step("a missing trust list prunes nothing", async () => {
    const adopter = await copy("no-list");
    await Deno.remove(`${adopter.path}/skill-sources.md`);
    const before = await traces(adopter.path);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
    assert.ok(rules(outcome).includes("trust-list-absent"));
    assert.match(outcome.stdout, /skill-sources vouch <url> --write/);
    assert.deepEqual(await traces(adopter.path), before);
  });

  await t.step(
    "an entry that is present but invalid is never pruned",
    async () => {
      const adopter = await copy("invalid");
      const list = await adopter.read("skill-sources.md");
      await adopter.write({
        "skill-sources.md": list.replace(/ {2}commit: .*\n/, ""),
      });
      const before = await traces(adopter.path);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout + outcome.stderr);
      assert.ok(rules(outcome).includes("pin-missing"));
      assert.deepEqual(outcome.json<{ pruned: string[] }>().pruned, []);
      assert.deepEqual(await traces(adopter.path), before);
    },
  );
});
