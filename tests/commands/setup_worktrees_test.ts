import assert from "node:assert/strict";
import { type Adopter, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { steps } from "./steps.ts";
import { stands, traces } from "./traces.ts";
import { gitStatus, run, setup, startWorld } from "./world.ts";
import {
  addWorktree,
  adopted,
  errorRules,
  findings,
  LINK,
  SNAPSHOTS,
} from "./worktrees.ts";

const LOCK = ".apache-magpie.sources.lock";
const LOCAL_LOCK = ".apache-magpie.sources.local.lock";

Deno.test("setup serves the linked worktrees of its checkout", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const other = await world.tagged("other", ["write-mail"]);

  await steps(t, {
    "no link of a worktree whose list or entry is broken follows the main checkout to another pin":
      async () => {
        const moving = await world.tagged("moving", ["read-mail"]);
        const main = await adopted(world, [moving, other]);
        const LIST = "skill-sources.md";
        const list = await main.read(LIST);
        const broken = {
          entry: list.replace("commit:", "comit:"),
          list: "```yaml\n- id: moving\n",
          absent: undefined,
        };
        const worktrees = new Map<string, Adopter>();
        for (const [name, text] of Object.entries(broken)) {
          const path = world.join(`following/${name}`);
          const linked = await addWorktree(main, path);
          await findings(linked, ["worktree-init"], 0);
          if (text === undefined) await Deno.remove(`${path}/${LIST}`);
          else await linked.write({ [LIST]: text });
          worktrees.set(name, linked);
        }
        // While the main checkout has what their locks name, links stay.
        await findings(main, ["setup", "--yes"], 0);
        for (const [name, { path }] of worktrees) {
          assert.ok(await stands(`${path}/${LINK}/SKILL.md`), name);
        }
        const commit = await moving.source.commit({ "NEWS": "Two.\n" });
        await moving.source.annotatedTag("v1.1.0");
        await moving.source.publish();
        const next = { ...moving.entry, ref: "v1.1.0", commit };
        await main.write({ [LIST]: trustList([next, other.entry]) });
        await findings(main, ["upgrade", "--yes"], 0);
        for (const [name, { path }] of worktrees) {
          assert.equal(await stands(`${path}/${LINK}`), false, name);
          const kept = `${path}/.agents/skills/magpie-write-mail/SKILL.md`;
          assert.ok(await stands(kept), name);
        }
      },
    "each is linked in the end, whatever is wrong with another": async () => {
      const main = await adopted(world, [{ entry }]);
      const at = (name: string) => world.join(`many/${name}`);
      const good = await addWorktree(main, at("good"));
      const gone = await addWorktree(main, at("gone"));
      const away = await addWorktree(main, at("away"));
      const conflict = await addWorktree(main, at("conflict"));
      const stolen = await addWorktree(main, at("stolen"));
      const lost = await addWorktree(main, at("lost"));
      const swapped = await addWorktree(main, at("swapped"));
      const last = await addWorktree(main, at("z-last"));
      await Deno.remove(gone.path, { recursive: true });
      await git(main.path, ["worktree", "lock", away.path]);
      await Deno.remove(away.path, { recursive: true });
      await conflict.write({ [LOCK]: "<<<<<<< HEAD\n" });
      await Deno.remove(stolen.path, { recursive: true });
      await git(main.path, ["clone", "-q", main.path, stolen.path]);
      await Deno.remove(`${lost.path}/.git`);
      // A worktree of another repository in its place: its lock is not held.
      const twin = await main.clone(world.join("many-twin"));
      assert.equal((await setup(twin)).code, 0);
      await Deno.remove(swapped.path, { recursive: true });
      await addWorktree(twin, swapped.path);
      await Deno.mkdir(`${main.path}/.git/worktrees/hollow`);
      const untouched = [
        await traces(conflict.path),
        await traces(stolen.path),
        await traces(lost.path),
        await traces(swapped.path),
      ];

      const found = await findings(main, ["setup", "--yes"], 0);
      const about = (path: string) =>
        found.filter(({ message }) => message.includes(path))
          .map(({ level, rule, fix }) => [level, rule, fix]);
      assert.deepEqual(about(good.path), []);
      assert.deepEqual(about(last.path), []);
      assert.deepEqual(about(gone.path), [
        ["note", "worktree-skipped", "git worktree prune"],
      ]);
      assert.deepEqual(about(away.path), [
        ["note", "worktree-skipped", undefined],
      ]);
      assert.deepEqual(
        about(conflict.path).map(([level, rule]) => [level, rule]),
        [["warning", "lock-invalid"]],
      );
      for (const { path } of [stolen, lost, swapped]) {
        assert.deepEqual(
          about(path).map(([level]) => level),
          ["warning"],
          path,
        );
      }
      for (const { path } of [good, last]) {
        assert.ok(await stands(`${path}/${LINK}/SKILL.md`));
      }
      assert.deepEqual(
        [
          await traces(conflict.path),
          await traces(stolen.path),
          await traces(lost.path),
          await traces(swapped.path),
        ],
        untouched,
      );
      // Nothing of it counts against the main checkout; --strict says otherwise.
      assert.equal((await setup(main, "--strict")).code, 1);
    },
    "a first run links worktrees that were there before it": async () => {
      const main = await world.adopter([entry]);
      const linked = await addWorktree(main, world.join("before"));
      const found = await findings(main, ["setup", "--yes"], 0);
      // The branch of the worktree has no lock yet.
      assert.ok(
        found.some(({ level, rule, message }) =>
          level === "warning" && rule === "pin-missing" &&
          message.includes(linked.path)
        ),
      );
      assert.deepEqual(await gitStatus(linked), []);
      await main.commit("Adopt");
      await git(linked.path, ["merge", "-q", "main"]);
      await findings(linked, ["worktree-init"], 0);
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      const before = [await traces(linked.path), await traces(main.path)];
      assert.equal((await setup(main)).code, 0);
      for (const seen of before) seen.delete(`${SNAPSHOTS}/.state/run.lock`);
      const after = [await traces(linked.path), await traces(main.path)];
      for (const seen of after) seen.delete(`${SNAPSHOTS}/.state/run.lock`);
      assert.deepEqual(after, before);
    },
    "--frozen changes no committed file of a worktree, --dry-run nothing":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("frozen"));
        await linked.write({ ".gitignore": "*.log\n" });
        const before = await traces(linked.path);
        assert.equal((await setup(main, "--dry-run")).code, 0);
        assert.deepEqual(await traces(linked.path), before);
        const found = await findings(main, ["setup", "--frozen"], 0);
        assert.ok(
          found.some(({ level, rule }) =>
            level === "warning" && rule === "ignore-missing"
          ),
        );
        assert.equal(await linked.read(".gitignore"), "*.log\n");
      },
    "a worktree where Deno may not look breaks neither setup nor unadopt":
      async () => {
        if (!await stands("/dev/shm")) return;
        const place = await Deno.makeTempDir({ dir: "/dev/shm" });
        try {
          const main = await adopted(world, [{ entry }, other]);
          await addWorktree(main, `${place}/hidden`);
          await main.write({ "skill-sources.md": trustList([other.entry]) });
          const found = await findings(main, ["setup", "--yes"], 0);
          assert.ok(
            found.some(({ level, rule, message }) =>
              level === "warning" && rule === "worktree-skipped" &&
              message.includes(place)
            ),
          );
          // Its lock may name what the trust list here does not.
          assert.ok(await stands(`${main.path}/${SNAPSHOTS}/acme`));
          assert.equal((await run(main, ["verify"])).code, 0);
          assert.equal((await run(main, ["unadopt", "--yes"])).code, 0);
        } finally {
          await Deno.remove(place, { recursive: true });
        }
      },
    "several faults of one worktree are one warning": async () => {
      const main = await adopted(world, [{ entry }, other]);
      const linked = await addWorktree(main, world.join("unlocked"));
      await Deno.remove(`${linked.path}/${LOCK}`);
      const found = await findings(main, ["setup", "--yes"], 0);
      const warnings = found.filter(({ level }) => level === "warning");
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]!.message, /and 1 more; .*worktree-init -C /);
    },
    "a snapshot that a worktree's lock names stays, unlinked here, until it goes":
      async () => {
        const main = await adopted(world, [{ entry }, other]);
        const linked = await addWorktree(main, world.join("using"));
        assert.equal((await setup(main)).code, 0);
        await main.write({ "skill-sources.md": trustList([other.entry]) });

        // Consent is still asked for, and says what stays.
        const asked = await run(main, ["setup", "--json"]);
        assert.equal(asked.code, 2);
        const shown = await run(main, ["setup", "--dry-run"]);
        assert.ok(
          shown.stdout.includes(
            `snapshot stays for the linked worktree ${linked.path}`,
          ),
        );

        assert.deepEqual(
          (await findings(main, ["setup", "--yes"], 0))
            .filter(({ level }) => level !== "note"),
          [],
        );
        assert.equal(await stands(`${main.path}/${LINK}`), false);
        assert.doesNotMatch(await main.read(LOCK), /acme/);
        assert.match(await main.read(LOCAL_LOCK), /acme/);
        assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
        assert.equal((await run(linked, ["verify"])).code, 0);
        assert.equal(
          (await run(linked, ["worktree-init"])).stdout,
          "2 of 2 sources linked. Nothing changed.\n",
        );

        // Here it is no fault, and no question any more.
        const seen = await findings(main, ["verify"], 0);
        const note = seen.find(({ source }) => source === "acme");
        assert.equal(note?.level, "note");
        assert.ok(note.message.includes(linked.path));
        const before = await traces(main.path);
        assert.equal((await run(main, ["setup"])).code, 0);
        assert.deepEqual(await traces(main.path), before);

        // A new worktree of the old commit can have it, too.
        const second = await addWorktree(
          main,
          world.join("second"),
          "--detach",
        );
        await findings(second, ["worktree-init"], 0);
        assert.ok(await stands(`${second.path}/${LINK}/SKILL.md`));
        // Without any worktree that names it, it goes, with consent.
        await git(main.path, ["worktree", "remove", "--force", second.path]);
        await git(main.path, ["worktree", "remove", "--force", linked.path]);
        assert.deepEqual(await errorRules(main, ["verify"]), [
          "untrusted-source",
        ]);
        assert.equal((await run(main, ["setup", "--json"])).code, 2);
        assert.equal((await setup(main)).code, 0);
        assert.equal(await stands(`${main.path}/${SNAPSHOTS}/acme`), false);
        assert.doesNotMatch(await main.read(LOCAL_LOCK), /acme/);
        assert.equal((await run(main, ["verify"])).code, 0);
      },
    "a lock that names the id under another pin keeps nothing": async () => {
      const main = await adopted(world, [{ entry }, other]);
      const linked = await addWorktree(main, world.join("otherwise"));
      const lock = await linked.read(LOCK);
      await linked.write({
        [LOCK]: lock.replaceAll(entry.commit as string, "0".repeat(40)),
      });
      await main.write({ "skill-sources.md": trustList([other.entry]) });
      assert.equal((await setup(main)).code, 0);
      assert.equal(await stands(`${main.path}/${SNAPSHOTS}/acme`), false);
    },
    "a worktree's lock that cannot be read keeps what it may name":
      async () => {
        const main = await adopted(world, [{ entry }, other]);
        const linked = await addWorktree(main, world.join("merging"));
        await linked.write({ [LOCK]: "<<<<<<< HEAD\n" });
        await main.write({ "skill-sources.md": trustList([other.entry]) });
        assert.equal((await setup(main)).code, 0);
        assert.ok(await stands(`${main.path}/${SNAPSHOTS}/acme`));
      },
    "unadopt here names the worktrees whose links will lead nowhere":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("left-behind"));
        assert.equal((await setup(main)).code, 0);
        const found = await findings(main, ["unadopt", "--yes"], 0);
        const warning = found.find(({ rule }) => rule === "link-dangling");
        assert.equal(
          warning?.fix,
          `skill-sources unadopt -C ${linked.path}`,
        );
        // It works there, also without the main checkout's folder.
        assert.equal((await run(linked, ["unadopt", "--yes"])).code, 0);
        assert.equal(await stands(`${linked.path}/.agents`), false);
        assert.equal(await stands(`${linked.path}/${SNAPSHOTS}`), false);
        assert.equal(await stands(`${main.path}/${SNAPSHOTS}`), false);
        assert.deepEqual(await gitStatus(linked), []);
      },
  });
});
