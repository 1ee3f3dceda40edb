import assert from "node:assert/strict";
import { adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { steps } from "./steps.ts";
import { pathsBelow, stands, traces } from "./traces.ts";
import {
  branchEntry,
  gitStatus,
  run,
  setup,
  startWorld,
  tagEntry,
} from "./world.ts";
import {
  addWorktree,
  adopted,
  errorRules,
  findings,
  LINK,
  SNAPSHOTS,
} from "./worktrees.ts";

const LOCK = ".apache-magpie.sources.lock";

Deno.test("worktree-init links what the main checkout has fetched", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "read-news"]);
  const other = await world.tagged("other", ["write-mail"]);
  const main = await adopted(world, [{ entry }, other]);
  const linked = await addWorktree(main, world.join("linked"));
  const asked = world.requests();

  await t.step(
    "before, verify names the command and status works",
    async () => {
      const found = await findings(linked, ["verify"], 1);
      const errors = found.filter(({ level }) => level === "error");
      assert.deepEqual(errors.map(({ rule, path }) => [rule, path]), [
        ["link-missing", SNAPSHOTS],
      ]);
      assert.equal(errors[0]!.fix, "skill-sources worktree-init");
      const status = await run(linked, ["status"]);
      assert.equal(status.code, 0, status.stdout + status.stderr);
      assert.match(status.stdout, /acme +v1\.0\.0 +\w+ +ok/);
    },
  );

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
      assert.equal((await run(linked, ["verify"])).code, 0);
    },
  );

  await t.step(
    "run again, also from a subfolder, it changes nothing",
    async () => {
      const before = await traces(linked.path);
      const outcome = await run(linked, ["worktree-init"], {
        cwd: `${linked.path}/.agents/skills`,
      });
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.match(outcome.stdout, /2 of 2 sources linked\. Nothing changed\./);
      assert.deepEqual(await traces(linked.path), before);
      assert.equal(world.requests(), asked);
    },
  );

  await t.step("nothing of it is written where others look", async () => {
    assert.deepEqual(
      (await pathsBelow(`${main.path}/${SNAPSHOTS}/.state`))
        .filter((path) => /tmp|journal|staging/.test(path)),
      [],
    );
    assert.equal((await run(main, ["verify"])).code, 0);
  });

  await steps(t, {
    "in the main checkout it is refused with a sentence": async () => {
      const [finding] = await findings(main, ["worktree-init"], 2);
      assert.match(finding!.message, /main checkout.*setup/);
    },
    "--no-git is refused": async () => {
      const [finding] = await findings(
        linked,
        ["worktree-init", "--no-git"],
        2,
      );
      assert.match(finding!.message, /needs git/);
    },
    "setup and upgrade are refused and name the main checkout": async () => {
      const before = await traces(linked.path);
      for (const command of ["setup", "upgrade"]) {
        const [finding] = await findings(linked, [command, "--yes"], 2);
        assert.equal(finding!.rule, "linked-worktree");
        assert.ok(finding!.fix!.includes(`${command} -C ${main.path}`));
      }
      assert.deepEqual(await traces(linked.path), before);
    },
    "a branch that names fewer sources gets fewer links": async () => {
      const fewer = await addWorktree(main, world.join("fewer"));
      const blocks = (await fewer.read(LOCK)).split(/(?=^- id: )/m);
      await fewer.write({
        "skill-sources.md": trustList([entry]),
        [LOCK]: blocks.filter((text) => !text.includes("other")).join(""),
      });
      assert.deepEqual(
        (await findings(fewer, ["worktree-init"], 0))
          .filter(({ level }) => level !== "note"),
        [],
      );
      assert.ok(await stands(`${fewer.path}/${LINK}/SKILL.md`));
      assert.equal(
        await stands(`${fewer.path}/.agents/skills/magpie-write-mail`),
        false,
      );
      assert.equal((await run(fewer, ["verify"])).code, 0);
      // Back on the full branch the rest is linked too.
      await git(fewer.path, ["checkout", "-q", "."]);
      await findings(fewer, ["worktree-init"], 0);
      assert.ok(
        await stands(`${fewer.path}/.agents/skills/magpie-write-mail/SKILL.md`),
      );
    },
    "a link whose source the branch does not name any more goes": async () => {
      const narrowed = await addWorktree(main, world.join("narrowed"));
      await findings(narrowed, ["worktree-init"], 0);
      await narrowed.write({ "skill-sources.md": trustList([entry]) });
      const outcome = await run(narrowed, ["worktree-init"]);
      assert.match(
        outcome.stdout,
        /removed {2}\.agents\/skills\/magpie-write-mail/,
      );
      assert.equal(
        await stands(`${narrowed.path}/.agents/skills/magpie-write-mail`),
        false,
      );
      assert.ok(await stands(`${narrowed.path}/${LINK}/SKILL.md`));
    },
    "a branch without a trust list: a note, and nothing is written":
      async () => {
        const none = await addWorktree(main, world.join("none"));
        await Deno.remove(`${none.path}/skill-sources.md`);
        const before = await traces(none.path);
        const found = await findings(none, ["worktree-init"], 0);
        assert.ok(found.some(({ rule }) => rule === "trust-list-absent"));
        assert.deepEqual(await traces(none.path), before);
      },
    "a source that only the branch trusts is named, the rest is linked":
      async () => {
        const more = await addWorktree(main, world.join("more"));
        const newer = tagEntry("newer", other.url, other.commit, [
          "write-mail",
        ]);
        await more.write({
          "skill-sources.md": trustList([entry, other.entry, newer]),
        });
        assert.deepEqual(await errorRules(more, ["worktree-init"]), [
          "pin-missing",
        ]);
        assert.ok(await stands(`${more.path}/${LINK}/SKILL.md`));
      },
    "a branch whose trust list and lock disagree keeps its links": async () => {
      const moved = await addWorktree(main, world.join("moved-pin"));
      await findings(moved, ["worktree-init"], 0);
      await moved.write({
        "skill-sources.md": trustList([
          { ...entry, ref: "v9.0.0" },
          other.entry,
        ]),
      });
      assert.deepEqual(await errorRules(moved, ["worktree-init"]), [
        "pin-changed",
      ]);
      assert.ok(await stands(`${moved.path}/${LINK}/SKILL.md`));
    },
    "a lock of the RFC's keys alone names the pin, which is enough":
      async () => {
        const legacy = await addWorktree(main, world.join("legacy"));
        const lock = [
          "# lock",
          ...[[entry, "acme"], [other.entry, "other"]].flatMap(([of, id]) => [
            `- id: ${id}`,
            "  method: git-tag",
            `  url: ${(of as typeof entry).url}`,
            "  ref: v1.0.0",
            `  commit: ${(of as typeof entry).commit}`,
          ]),
          "",
        ].join("\n");
        await legacy.write({ [LOCK]: lock });
        const outcome = await run(legacy, ["worktree-init"]);
        assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
        assert.ok(await stands(`${legacy.path}/${LINK}/SKILL.md`));
        assert.deepEqual(await errorRules(legacy, ["verify"]), [
          "snapshot-unverified",
          "snapshot-unverified",
        ]);
      },
    "ignore lines that the branch lacks are appended, folder-only ones do not count":
      async () => {
        const bare = await addWorktree(main, world.join("unignored"));
        const front = "/.apache-magpie-sources/\n*.log";
        await bare.write({ ".gitignore": front });
        await findings(bare, ["worktree-init"], 0);
        assert.ok((await bare.read(".gitignore")).startsWith(`${front}\n`));
        assert.deepEqual(await gitStatus(bare), [" M .gitignore"]);
        assert.equal((await run(bare, ["verify"])).code, 0);
      },
    "the branch's own prefix and agents count": async () => {
      const own = await addWorktree(main, world.join("prefixed"));
      await own.write({
        ".apache-magpie-overrides/project.md": "prefix: team-\nagents: kiro\n",
      });
      await findings(own, ["worktree-init"], 0);
      assert.ok(
        await stands(`${own.path}/.kiro/skills/team-read-mail/SKILL.md`),
      );
      assert.equal(await stands(`${own.path}/.claude`), false);
    },
    "a broken committed lock: nothing attempted": async () => {
      const broken = await addWorktree(main, world.join("broken"));
      await broken.write({ [LOCK]: "<<<<<<< HEAD\n" });
      const before = await traces(broken.path);
      const [finding] = await findings(broken, ["worktree-init"], 2);
      assert.equal(finding!.rule, "lock-invalid");
      assert.deepEqual(await traces(broken.path), before);
    },
    "verify --fix mends links and ignore lines, in the worktree only":
      async () => {
        const fixed = await addWorktree(main, world.join("fixed"));
        const before = await traces(main.path);
        const outcome = await run(fixed, ["verify", "--fix"], {
          permissions: WRITE,
        });
        assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
        assert.ok(await stands(`${fixed.path}/${LINK}/SKILL.md`));
        const after = await traces(main.path);
        for (const seen of [before, after]) {
          seen.delete(`${SNAPSHOTS}/.state/run.lock`);
        }
        assert.deepEqual(after, before);
      },
    "two worktrees and the main checkout at once": async () => {
      const both = await Promise.all(
        ["left", "right"].map((name) => addWorktree(main, world.join(name))),
      );
      const runs = await Promise.all([
        ...both.map((one) => run(one, ["worktree-init"])),
        setup(main),
      ]);
      for (const { code, stdout, stderr } of runs) {
        assert.equal(code, 0, stdout + stderr);
      }
      for (const one of both) {
        assert.ok(await stands(`${one.path}/${LINK}/SKILL.md`));
      }
    },
    "unadopt takes the worktree's own links and nothing else": async () => {
      const leaving = await addWorktree(main, world.join("leaving"));
      const clean = [...(await traces(leaving.path)).keys()];
      await findings(leaving, ["worktree-init"], 0);
      await leaving.write({ ".agents/skills/own/SKILL.md": "mine\n" });
      const asked = await run(leaving, ["unadopt", "--json"]);
      assert.equal(asked.code, 2);
      const outcome = await run(leaving, ["unadopt", "--yes"]);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.deepEqual(
        [...(await traces(leaving.path)).keys()]
          .filter((path) => !path.startsWith(".agents/")),
        clean,
      );
      assert.equal(await leaving.read(".agents/skills/own/SKILL.md"), "mine\n");
      assert.ok(await stands(`${main.path}/${LINK}/SKILL.md`));
      assert.deepEqual(await gitStatus(leaving), [
        "?? .agents/skills/own/SKILL.md",
      ]);
    },
  });

  const disk = world.join("disk");
  const mounted = await mountDisk(disk);
  await t.step({
    name: `a worktree on another disk${
      mounted ? "" : " (ignored: nothing can be mounted here)"
    }`,
    ignore: !mounted,
    async fn() {
      const far = await addWorktree(main, `${disk}/far`);
      await far.write({ ".gitignore": "*.log\n" });
      await Deno.symlink(`../old/${SNAPSHOTS}`, `${far.path}/${SNAPSHOTS}`);
      await findings(far, ["worktree-init"], 0);
      assert.ok(await stands(`${far.path}/${LINK}/SKILL.md`));
      assert.deepEqual(await gitStatus(far), [" M .gitignore"]);
      // Links of ours that lead elsewhere are rewritten there, too.
      await Deno.remove(`${far.path}/${LINK}`);
      await Deno.symlink(
        `../../${SNAPSHOTS}/other/skills/read-mail`,
        `${far.path}/${LINK}`,
      );
      await findings(far, ["worktree-init"], 0);
      assert.equal((await run(far, ["verify"])).code, 0);
    },
  });
  if (mounted) await mount("umount", disk);
});

const WRITE = [
  ...["--cached-only", "--no-remote", "--frozen", "--no-prompt"],
  ...["--deny-net", "--deny-run", "--deny-ffi"],
  ...["--allow-read", "--allow-write", "--allow-env=CI,INIT_CWD"],
];

/** Makes `path` a file system of its own, where the kernel lets us. */
async function mountDisk(path: string): Promise<boolean> {
  await Deno.mkdir(path);
  return await mount("mount", "-t", "tmpfs", "none", path);
}

async function mount(program: string, ...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command(program, { args, stderr: "null" })
    .output().catch(() => ({ success: false }));
  return success;
}

Deno.test("what the main checkout does not have is named and not linked", async (t) => {
  await using world = await startWorld();
  const { entry, source, url } = await world.tagged("acme", ["read-mail"]);
  const other = await world.tagged("other", ["write-mail"]);

  await t.step("nothing was fetched there", async () => {
    const main = await world.adopter([entry]);
    const linked = await addWorktree(main, world.join("fresh"));
    const before = [await traces(linked.path), await traces(main.path)];
    const [finding] = await findings(linked, ["worktree-init"], 1);
    assert.equal(finding!.rule, "snapshot-missing");
    assert.equal(finding!.fix, `skill-sources setup -C ${main.path}`);
    assert.deepEqual(
      [await traces(linked.path), await traces(main.path)],
      before,
    );
  });

  await t.step("another pin: its links go, the others stay", async () => {
    const main = await adopted(world, [{ entry }, other]);
    const linked = await addWorktree(main, world.join("older"));
    await findings(linked, ["worktree-init"], 0);
    await source.commit({ "skills/read-mail/more.md": "more\n" });
    await source.annotatedTag("v2.0.0");
    await source.publish();
    const commit = await source.revision("HEAD");
    const newer = {
      ...tagEntry("acme", url, commit, ["read-mail"]),
      ref: "v2.0.0",
    };
    await main.write({ "skill-sources.md": trustList([newer, other.entry]) });
    const lock = await main.read(LOCK);
    const kept = lock.split(/(?=^- id: )/m)
      .filter((text) => !text.includes("acme"));
    await main.write({ [LOCK]: kept.join("") });
    const moved = await setup(main, "--json");
    // The worktree's branch still has the old pin: a warning in the main checkout.
    assert.equal(moved.code, 0, moved.stdout);
    const warning = moved.json().findings.find(({ rule }) => rule === "drift");
    assert.equal(warning?.level, "warning");
    assert.ok(warning.message.includes(linked.path));

    const [finding] = (await findings(linked, ["worktree-init"], 1))
      .filter(({ level }) => level === "error");
    assert.equal(finding!.rule, "drift");
    assert.match(finding!.message, /v1\.0\.0.*v2\.0\.0/);
    assert.ok(finding!.fix!.includes(main.path));
    assert.equal(await stands(`${linked.path}/${LINK}`), false);
    assert.ok(
      await stands(`${linked.path}/.agents/skills/magpie-write-mail/SKILL.md`),
    );
    const verified = await findings(linked, ["verify"], 1);
    const drift = verified.find(({ rule }) => rule === "drift");
    assert.ok(drift!.fix!.includes(`setup -C ${main.path}`));
    assert.ok(!verified.some(({ rule }) => rule.startsWith("link-")));
  });

  await t.step(
    "a branch: what was fetched is linked, with a note",
    async () => {
      const main = await adopted(world, [{
        entry: branchEntry("acme", url, ["read-mail"]),
      }]);
      const linked = await addWorktree(main, world.join("branch"));
      const found = await findings(linked, ["worktree-init"], 0);
      assert.deepEqual(
        found.filter(({ level }) => level !== "note").map(({ rule }) => rule),
        [],
      );
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      await Deno.remove(`${main.path}/.apache-magpie.sources.local.lock`);
      assert.deepEqual(await errorRules(linked, ["worktree-init"]), [
        "snapshot-unverified",
      ]);
    },
  );

  const spoilt: Record<
    string,
    [string, (folder: string) => Promise<unknown>]
  > = {
    "a snapshot that is gone": [
      "snapshot-missing",
      (folder) => Deno.remove(`${folder}/acme`, { recursive: true }),
    ],
    "a snapshot that was edited": [
      "snapshot-tampered",
      (folder) =>
        Deno.writeTextFile(`${folder}/acme/skills/read-mail/SKILL.md`, "evil"),
    ],
    "a same-size edit with restored times": [
      "snapshot-tampered",
      async (folder) => {
        const path = `${folder}/acme/skills/read-mail/SKILL.md`;
        const { mtime } = await Deno.stat(path);
        const text = await Deno.readTextFile(path);
        await Deno.writeTextFile(path, text.replace(/[a-z]/, "q"));
        await Deno.utime(path, mtime!, mtime!);
      },
    ],
    "a local lock that is gone": [
      "snapshot-unverified",
      (folder) => Deno.remove(`${folder}/../.apache-magpie.sources.local.lock`),
    ],
  };
  for (const [name, [rule, spoil]] of Object.entries(spoilt)) {
    await t.step(`${name}: not linked, and heals after setup`, async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(
        main,
        world.join(name.replaceAll(" ", "-")),
      );
      await spoil(`${main.path}/${SNAPSHOTS}`);
      const found = await findings(linked, ["worktree-init"], 1);
      const error = found.find(({ level }) => level === "error");
      assert.equal(error!.rule, rule);
      assert.equal(error!.fix, `skill-sources setup -C ${main.path}`);
      assert.equal(await stands(`${linked.path}/${LINK}`), false);
      assert.equal(await stands(`${linked.path}/${SNAPSHOTS}`), false);
      assert.equal((await setup(main)).code, 0);
      // Setup in the main checkout has linked the worktree, too.
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.equal((await run(adopterAt(linked.path), ["verify"])).code, 0);
    });
  }
});
