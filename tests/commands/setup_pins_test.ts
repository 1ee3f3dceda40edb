import assert from "node:assert/strict";
import type { Adopter, Descriptor } from "../support/adopter.ts";
import { trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { steps } from "./steps.ts";
import { stands, traces } from "./traces.ts";
import {
  branchEntry,
  copyOf,
  run,
  setup,
  startWorld,
  tagEntry,
} from "./world.ts";

const LOCK = ".apache-magpie.sources.lock";

/** What `setup` must leave alone of one source: snapshot, links, lock block. */
async function estate(adopter: Adopter, id: string, skills: string[]) {
  const links: string[] = [];
  for (const skill of skills) {
    for (const target of [".agents/skills", ".github/skills"]) {
      const path = `${adopter.path}/${target}/magpie-${skill}`;
      links.push(await stands(path) ? await Deno.readLink(path) : "absent");
    }
  }
  const lock = await adopter.read(LOCK);
  return {
    snapshot: await traces(`${adopter.path}/.apache-magpie-sources/${id}`),
    links,
    block: new RegExp(`- id: ${id}\n(?: .*\n)*`).exec(lock)?.[0],
  };
}

/** A committed lock with the RFC's keys only, as the Magpie setup skill writes it. */
function rfcLock(entries: readonly Descriptor[]): string {
  return entries.map(({ id, method, url, ref, commit }) =>
    [
      `- id: ${id}`,
      `  method: ${method}`,
      `  url: ${url}`,
      `  ref: ${ref}`,
      ...(commit === undefined ? [] : [`  commit: ${commit}`]),
      "",
    ].join("\n")
  ).join("");
}

Deno.test("a trust list that moved away from the lock", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail", "read-news"]);
  const other = await world.tagged("other", ["draft-mail"]);
  // A second release at another commit, and a mirror that holds the same.
  const next = await acme.source.commit({ "NEWS": "Two.\n" });
  await git(acme.source.checkout, ["tag", "v2.0.0"]);
  await acme.source.publish();
  await git(world.root, ["clone", "-q", "--mirror", "acme.git", "mirror.git"]);

  const installed = await world.adopter([acme.entry, other.entry]);
  assert.equal((await setup(installed)).code, 0);

  await t.step("the text tells what stays, not what was refused", async () => {
    const adopter = await copyOf(installed, world.join("told"));
    const entry = { ...acme.entry, ref: "v2.0.0", commit: next };
    await adopter.write({
      "skill-sources.md": trustList([entry, other.entry]),
    });
    const refused = await setup(adopter);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stdout,
      new RegExp(
        `^acme +v1\\.0\\.0 +${acme.commit.slice(0, 12)} +left +2 skills$`,
        "m",
      ),
    );
    const only = await setup(adopter, "acme", "--json");
    const told = only.json<CliDocument & { sources: unknown[] }>();
    assert.partialDeepStrictEqual(told.sources, [
      {
        id: "acme",
        ref: "v1.0.0",
        commit: acme.commit,
        outcome: "left",
        skills: ["read-mail", "read-news"],
      },
      { id: "other", outcome: "left", skills: ["draft-mail"] },
    ]);
  });

  await t.step("what is to be committed is named once", async () => {
    const adopter = await world.adopter([acme.entry]);
    const line =
      /^To commit: \.gitignore and \.apache-magpie\.sources\.lock\.$/m;
    assert.match((await setup(adopter)).stdout, line);
    await adopter.commit();
    assert.doesNotMatch((await setup(adopter)).stdout, /To commit/);
    const clone = await adopter.clone(world.join("uncommitting"));
    assert.doesNotMatch((await setup(clone)).stdout, /To commit/);
    const moved = await run(adopter, [
      "upgrade",
      "--yes",
      "--write",
      "--to",
      "acme=v2.0.0",
    ]);
    assert.match(
      moved.stdout,
      /^To commit: skill-sources\.md and \.apache-magpie\.sources\.lock\.$/m,
    );
  });

  await t.step("where all is refused nothing was done", async () => {
    const adopter = await world.adopter([acme.entry]);
    const frozen = await setup(adopter, "--frozen");
    assert.equal(frozen.code, 1);
    assert.equal(frozen.stdout, "Nothing was done.\n");
  });

  const changes: Record<string, Descriptor> = {
    url: { ...acme.entry, url: `${world.git.url}/mirror.git` },
    ref: { ...acme.entry, ref: "v2.0.0" },
    anchor: { ...acme.entry, commit: next },
    "layout.evals_root": { ...acme.entry, "layout.evals_root": "evals" },
    "layout.include": { ...acme.entry, "layout.include": ["README.md"] },
    provides: { ...acme.entry, provides: ["read-mail"] },
    manifest: { ...acme.entry, manifest: "off" },
    method: branchEntry("acme", acme.url, ["read-mail", "read-news"]),
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(changes).map((
        [key, entry],
      ) => [`${key}: named, left alone, the others go on`, async () => {
        const adopter = await copyOf(installed, world.join(`moved-${key}`));
        await adopter.write({
          "skill-sources.md": trustList([entry, other.entry]),
        });
        // What the other source lacks is restored all the same.
        await Deno.remove(`${adopter.path}/.apache-magpie-sources/other`, {
          recursive: true,
        });
        const skills = ["read-mail", "read-news"];
        const before = await estate(adopter, "acme", skills);
        const asked = world.git.requests.length;
        const outcome = await run(adopter, ["setup", "--json"]);
        assert.equal(outcome.code, 1, outcome.stdout + outcome.stderr);
        const errors = outcome.json().findings
          .filter(({ level }) => level === "error");
        assert.deepEqual(errors.map(({ rule, source }) => [rule, source]), [
          ["pin-changed", "acme"],
        ]);
        assert.match(errors[0]!.message, new RegExp(`\\b${key} is`));
        assert.equal(errors[0]!.fix, "skill-sources upgrade acme");
        assert.deepEqual(await estate(adopter, "acme", skills), before);
        for (const { path } of world.git.requests.slice(asked)) {
          assert.match(path, /^\/other\.git/);
        }
        assert.ok(
          await stands(
            `${adopter.path}/.agents/skills/magpie-draft-mail/SKILL.md`,
          ),
        );
      }]),
    ),
  );

  await t.step("name and maintainer are no difference", async () => {
    const adopter = await copyOf(installed, world.join("renamed"));
    await adopter.write({
      "skill-sources.md": trustList([
        { ...acme.entry, name: "Another", maintainer: "Somebody" },
        other.entry,
      ]),
    });
    assert.equal((await run(adopter, ["setup"])).code, 0);
  });

  await t.step("a tighter policy is applied at once", async () => {
    const loose = { ...acme.entry, manifest: "off", allow_unlisted: "true" };
    const adopter = await world.adopter([loose]);
    assert.equal((await setup(adopter)).code, 0);
    assert.match(await adopter.read(LOCK), /manifest: "?off/);
    await adopter.write({ "skill-sources.md": trustList([acme.entry]) });
    const asked = world.requests();
    const outcome = await run(adopter, ["setup"]);
    assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
    assert.equal(world.requests(), asked);
    assert.doesNotMatch(await adopter.read(LOCK), /manifest|allow_unlisted/);
    assert.equal((await run(adopter, ["verify"])).code, 0);
  });

  await t.step(
    "a lock with the RFC's keys only is complete; setup fills it in",
    async () => {
      const rfc = rfcLock([acme.entry, other.entry]);
      const adopter = await world.adopter([acme.entry, other.entry], {
        [LOCK]: rfc,
        ".gitignore": await installed.read(".gitignore"),
      });
      const frozen = await run(adopter, ["setup", "--frozen", "--json"]);
      assert.equal(frozen.code, 0, frozen.stdout + frozen.stderr);
      assert.equal(await adopter.read(LOCK), rfc);
      assert.ok(
        await stands(
          `${adopter.path}/.agents/skills/magpie-read-mail/SKILL.md`,
        ),
      );
      const verified = await run(adopter, ["verify", "--json"]);
      assert.equal(verified.code, 1, verified.stdout);
      assert.deepEqual(
        verified.json().findings.filter(({ level }) => level === "error")
          .map(({ rule }) => rule),
        ["snapshot-unverified", "snapshot-unverified"],
      );
      const filled = await run(adopter, ["setup"]);
      assert.equal(filled.code, 0, filled.stdout + filled.stderr);
      assert.equal(await adopter.read(LOCK), await installed.read(LOCK));
      assert.equal((await run(adopter, ["verify"])).code, 0);
    },
  );

  await t.step(
    "a lock with the RFC's keys whose anchor does not match stays as it is",
    async () => {
      const wrong = { ...other.entry, commit: acme.commit };
      const rfc = rfcLock([wrong]);
      const adopter = await world.adopter([wrong], { [LOCK]: rfc });
      const outcome = await run(adopter, ["setup"]);
      assert.equal(outcome.code, 1);
      assert.equal(await adopter.read(LOCK), rfc);
      assert.equal(
        await stands(`${adopter.path}/.apache-magpie-sources/other`),
        false,
      );
    },
  );

  await t.step(
    "a lock that a colleague moved on is followed without consent",
    async () => {
      const adopter = await copyOf(installed, world.join("behind"));
      const ahead = tagEntry("acme", acme.url, next, [
        "read-mail",
        "read-news",
      ]);
      const moved = await world.adopter([
        { ...ahead, ref: "v2.0.0" },
        other.entry,
      ]);
      assert.equal((await setup(moved)).code, 0);
      await adopter.write({
        "skill-sources.md": await moved.read("skill-sources.md"),
        [LOCK]: await moved.read(LOCK),
      });
      const drifted = await run(adopter, ["verify", "--json"]);
      assert.ok(
        drifted.json().findings.some(({ rule, level }) =>
          rule === "drift" && level === "error"
        ),
      );
      const outcome = await run(adopter, ["setup"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.ok(
        await stands(`${adopter.path}/.apache-magpie-sources/acme/NEWS`),
      );
      assert.equal((await run(adopter, ["verify"])).code, 0);
    },
  );

  await t.step(
    "a pin that was moved by hand in both files does not pass off the old bytes",
    async () => {
      const adopter = await copyOf(installed, world.join("by-hand"));
      const list = await adopter.read("skill-sources.md");
      const lock = await adopter.read(LOCK);
      const moveTo = (text: string, ref: string, commit: string) =>
        text.replaceAll("v1.0.0", ref).replaceAll(acme.commit, commit);
      const only = (text: string) =>
        moveTo(text, "v2.0.0", next).replaceAll(
          `${other.url}\n  ref: v2.0.0`,
          `${other.url}\n  ref: v1.0.0`,
        );
      await adopter.write({
        "skill-sources.md": only(list),
        [LOCK]: only(lock),
      });
      const status = await run(adopter, ["status", "--json"]);
      const [source] = status.json<
        { sources: { id: string; state: string }[] }
      >().sources;
      assert.equal(source?.state, "drift");
      const outcome = await run(adopter, ["setup", "--json"]);
      assert.equal(outcome.code, 1);
      assert.deepEqual(
        outcome.json().findings.filter(({ level }) => level === "error")
          .map(({ rule }) => rule),
        ["content-changed"],
      );
    },
  );

  await t.step(
    "a branch is fetched once and never moved by setup",
    async () => {
      const adopter = await world.adopter([
        branchEntry("acme", acme.url, ["read-mail"]),
      ]);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      const wip = outcome.json().findings
        .find(({ rule }) => rule === "branch-not-pinned");
      assert.equal(wip?.level, "note");
      const lock = await adopter.read(LOCK);
      assert.doesNotMatch(lock, /^ +(?:commit|content|selection|signer):/m);
      const snapshot = `${adopter.path}/.apache-magpie-sources/acme`;
      const before = await traces(snapshot);
      await acme.source.commit({ "NEWS": "Three.\n" });
      await acme.source.publish();
      const asked = world.requests();
      const again = await setup(adopter);
      assert.equal(again.code, 0, again.stdout + again.stderr);
      assert.match(again.stdout + again.stderr, /branch-not-pinned/);
      assert.equal(world.requests(), asked);
      assert.deepEqual(await traces(snapshot), before);

      const frozen = await run(adopter, ["setup", "--frozen", "--json"]);
      assert.equal(frozen.code, 1);
      assert.ok(
        frozen.json().findings.some(({ rule, level }) =>
          rule === "branch-not-pinned" && level === "error"
        ),
      );
      assert.deepEqual(await traces(snapshot), before);
    },
  );
});
