import assert from "node:assert/strict";
import { type Adopter, adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { armoredSignature, pgpKey, pgpSign } from "../support/pgp.ts";
import { zip } from "../support/zip.ts";
import { steps } from "./steps.ts";
import { stands } from "./traces.ts";
import {
  archiveEntries,
  branchEntry,
  gitStatus,
  run,
  serveArchive,
  setup,
  startWorld,
  zipEntry,
} from "./world.ts";

const LIST = "skill-sources.md";
const LOCK = ".apache-magpie.sources.lock";
const PROJECT = ".apache-magpie-overrides/project.md";
const ACME = ".apache-magpie-sources/acme/skills/acme/SKILL.md";

/** What a pull request changes, and what must not come of it. */
interface PullRequest {
  readonly change: (clone: Adopter) => Promise<unknown>;
  /** 2 where the checkout is refused before anything is done. */
  readonly code?: 0 | 1 | 2;
  /** Paths that must not be there afterwards. */
  readonly absent?: readonly string[];
}

Deno.test("a hostile pull request cannot change what setup --trust-from fetches and links", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["acme"]);
  const evil = await world.tagged("evil", ["acme", "evil"]);
  const adopter = await world.adopter([acme.entry]);
  assert.equal((await setup(adopter)).code, 0);
  const base = await adopter.commit("Adopt");
  const evilEntry = { ...evil.entry, provides: ["evil"] };

  const requests: Record<string, PullRequest> = {
    "a source is added": {
      change: (clone) =>
        clone.write({ [LIST]: trustList([acme.entry, evilEntry]) }),
      absent: [
        ".apache-magpie-sources/evil",
        ".agents/skills/magpie-evil",
        ".claude/skills/magpie-evil",
      ],
    },
    "a source is added, in the lock too": {
      async change(clone) {
        await clone.write({ [LIST]: trustList([acme.entry, evilEntry]) });
        assert.equal((await setup(clone)).code, 0);
        for (const path of [".apache-magpie-sources", ".agents", ".claude"]) {
          await Deno.remove(`${clone.path}/${path}`, { recursive: true });
        }
        await Deno.remove(
          `${clone.path}/.apache-magpie.sources.local.lock`,
        );
        await Deno.remove(`${clone.path}/.github`, { recursive: true });
      },
      absent: [".apache-magpie-sources/evil", ".agents/skills/magpie-evil"],
    },
    "the url and the commit are others, in list and lock": {
      async change(clone) {
        const swap = (text: string) =>
          text.replaceAll(acme.url, evil.url)
            .replaceAll(acme.commit, evil.commit);
        await clone.write({
          [LIST]: swap(await clone.read(LIST)),
          [LOCK]: swap(await clone.read(LOCK)),
        });
      },
    },
    "the lock is weakened": {
      async change(clone) {
        const text = await clone.read(LOCK);
        await clone.write({ [LOCK]: text.replace(/^ {2}content:.*\n/m, "") });
      },
    },
    "the lock does not parse": {
      change: (clone) => clone.write({ [LOCK]: "<<<<<<< HEAD\n" }),
    },
    "the lock and the list are gone": {
      async change(clone) {
        await Deno.remove(`${clone.path}/${LIST}`);
        await Deno.remove(`${clone.path}/${LOCK}`);
      },
    },
    "an organization home declares the source": {
      change: (clone) =>
        clone.write({
          "organizations/independent/skill-sources.md": trustList([
            { ...evil.entry, id: "acme" },
            evilEntry,
          ]),
        }),
      absent: [".apache-magpie-sources/evil"],
    },
    "the settings name other agents and another prefix": {
      change: (clone) =>
        clone.write({ [PROJECT]: "agents: goose\nprefix: evil-\n" }),
      absent: [".goose/skills/evil-acme", ".agents/skills/evil-acme"],
    },
    "a second trust list makes the two ambiguous": {
      change: (clone) =>
        clone.write({
          ".apache-magpie-overrides/skill-sources.md": trustList([evilEntry]),
        }),
      absent: [".apache-magpie-sources/evil"],
    },
    "the local lock is committed": {
      async change(clone) {
        await clone.write({ ".apache-magpie.sources.local.lock": "[]\n" });
        await git(clone.path, [
          "add",
          "-f",
          ".apache-magpie.sources.local.lock",
        ]);
      },
      code: 2,
      absent: [".apache-magpie-sources", ".agents"],
    },
  };
  const attempt = async (
    { change, code = 0, absent = [] }: PullRequest,
    number: number,
  ) => {
    const clone = await adopter.clone(world.join(`pull-request-${number}`));
    await change(clone);
    await clone.commit("A pull request");
    const before = await gitStatus(clone);
    const ran = await run(clone, ["setup", "--trust-from", "HEAD~1"]);
    assert.equal(ran.code, code, ran.stdout + ran.stderr);
    if (code === 0) {
      assert.equal(await clone.read(ACME), await adopter.read(ACME));
      assert.ok(ran.stderr.includes(base), ran.stderr);
      assert.ok(await stands(`${clone.path}/.claude/skills/magpie-acme`));
    }
    for (const path of absent) {
      assert.equal(await stands(`${clone.path}/${path}`), false, path);
    }
    assert.deepEqual(await gitStatus(clone), before);
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(requests).map(([name, request], number) => [
        name,
        () => attempt(request, number),
      ]),
    ),
  );

  await t.step(
    "a linked worktree, which goes by a list of its own, is left alone",
    async () => {
      const clone = await adopter.clone(world.join("with-worktree"));
      const linked = world.join("linked");
      await git(clone.path, ["worktree", "add", "-q", "-b", "other", linked]);
      const ran = await run(clone, ["setup", "--trust-from", "HEAD"]);
      assert.equal(ran.code, 0, ran.stderr);
      assert.equal(await stands(`${linked}/.agents`), false);
    },
  );

  await t.step("a full commit id is said once", async () => {
    const ran = await run(adopter, ["setup", "--trust-from", base]);
    assert.equal(ran.code, 0, ran.stderr);
    const note = ran.stderr.split("\n")
      .find((line) => line.includes("trust-as-of"));
    assert.equal(note?.split(base).length, 2, ran.stderr);
  });

  await t.step(
    "what the revision pins for the first time is not fetched",
    async () => {
      const clone = await adopter.clone(world.join("unlocked"));
      await clone.write({ [LIST]: trustList([acme.entry, evilEntry]) });
      await clone.commit("A source that nobody locked");
      const ran = await run(clone, ["setup", "--trust-from", "HEAD", "--json"]);
      assert.equal(ran.code, 1);
      assert.ok(ran.json().findings.some(({ rule }) => rule === "lock-stale"));
      assert.equal(
        await stands(`${clone.path}/.apache-magpie-sources/evil`),
        false,
      );
    },
  );

  await t.step(
    "a revision that is none, and a place without git, are usage errors",
    async () => {
      for (
        const [args, says] of [
          [["--trust-from", "nowhere"], /names no commit of this repository/],
          [["--trust-from", "HEAD~9"], /names no commit of this repository/],
          [["--trust-from", base.slice(0, 12)], /full commit id/],
        ] as const
      ) {
        const ran = await run(adopter, ["setup", ...args]);
        assert.equal(ran.code, 2);
        assert.match(ran.stderr, says);
      }
      const bare = adopterAt(world.join("no-git"));
      await bare.write({ [LIST]: trustList([acme.entry]) });
      const ran = await run(bare, [
        "setup",
        "--no-git",
        "--trust-from",
        "HEAD",
      ]);
      assert.equal(ran.code, 2);
      assert.match(ran.stderr, /without git/);
    },
  );

  await t.step(
    "a branch of the revision needs leave, as under --frozen",
    async () => {
      const branch = await world.adopter([
        branchEntry("acme", acme.url, ["acme"]),
      ]);
      const ran = await run(branch, ["setup", "--trust-from", "main"]);
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, /refuses it/);
    },
  );
});

Deno.test("setup --trust-from judges signatures by the revision's KEYS, not by those of a pull request", async () => {
  await using world = await startWorld();
  const maintainer = await pgpKey();
  const stranger = await pgpKey({ name: "A Stranger" });
  const bytes = zip(archiveEntries("acme-1.0.0", ["acme"]));
  const archive = await serveArchive(
    world.root,
    world.files,
    "acme-1.0.0.zip",
    bytes,
  );
  const sign = async (key: typeof maintainer) =>
    await Deno.writeTextFile(
      `${world.root}/acme-1.0.0.zip.asc`,
      armoredSignature(await pgpSign(key, bytes)),
    );
  await sign(maintainer);
  const adopter = await world.adopter(
    [{ ...zipEntry("acme", archive, ["acme"]), keys: "trust/KEYS" }],
    { "trust/KEYS": maintainer.armored },
  );
  assert.equal((await setup(adopter)).code, 0);
  // A lock by hand, as the setup skill writes it, names no signer.
  await adopter.write({
    [LOCK]: (await adopter.read(LOCK)).replace(/^ {2}signer:.*\n/m, ""),
  });
  await adopter.commit("Adopt");

  await sign(stranger);
  const clone = await adopter.clone(world.join("pull-request"));
  await clone.write({ "trust/KEYS": stranger.armored });
  await clone.commit("Other keys");
  const ran = await run(clone, ["setup", "--trust-from", "origin/main"]);
  assert.equal(ran.code, 1, ran.stderr);
  assert.match(ran.stderr, /signature-unknown-key/);
  assert.equal(
    await stands(`${clone.path}/.apache-magpie-sources/acme`),
    false,
  );
});
