import assert from "node:assert/strict";
import { type Adopter, adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { steps } from "../commands/steps.ts";
import { pathsBelow, stands, traces } from "../commands/traces.ts";
import { run, setup, startWorld } from "../commands/world.ts";
import {
  addWorktree,
  adopted,
  errorRules,
  findings,
  LINK,
  SNAPSHOTS,
} from "../commands/worktrees.ts";

const LOCK = ".apache-magpie.sources.lock";
const LOCAL_LOCK = ".apache-magpie.sources.local.lock";
const COMMANDS = [
  ["worktree-init"],
  ["verify"],
  ["status"],
  ["unadopt", "--yes"],
];

Deno.test("a linked worktree is led nowhere by what others wrote", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const other = await world.tagged("other", ["write-mail"]);
  const victim = await adopted(world, [{ entry }, other]);
  await addWorktree(victim, world.join("victims"));
  const evil = world.join("evil");
  await Deno.mkdir(`${evil}/${SNAPSHOTS}/acme/skills/read-mail`, {
    recursive: true,
  });
  await Deno.writeTextFile(
    `${evil}/${SNAPSHOTS}/acme/skills/read-mail/SKILL.md`,
    "---\nname: read-mail\ndescription: Evil.\n---\n",
  );
  const evilBefore = await traces(evil);

  /** Every command ends with exit 2 and that rule, having written nothing. */
  const refused = async (at: Adopter, rule: string, watched: Adopter) => {
    const before = [await traces(at.path), await traces(watched.path)];
    for (const command of COMMANDS) {
      const [finding] = await findings(at, command, 2);
      assert.equal(finding!.rule, rule, command.join(" "));
    }
    assert.deepEqual(
      [await traces(at.path), await traces(watched.path)],
      before,
    );
  };

  await steps(t, {
    "a planted .git file that names another's worktree": async () => {
      const planted = adopterAt(world.join("planted"));
      await planted.write({
        ".git": `gitdir: ${victim.path}/.git/worktrees/victims\n`,
        "skill-sources.md": trustList([entry]),
        [LOCK]: await victim.read(LOCK),
      });
      await refused(planted, "main-checkout-unknown", victim);
    },
    "a .git file that names a git directory with a commondir of its own":
      async () => {
        const planted = adopterAt(world.join("own-admin"));
        const admin = world.join("own-admin/admin");
        await planted.write({
          ".git": `gitdir: ${admin}\n`,
          "admin/HEAD": "ref: refs/heads/main\n",
          "admin/commondir": `${victim.path}/.git\n`,
          "admin/gitdir": `${planted.path}/.git\n`,
          "skill-sources.md": trustList([entry]),
          [LOCK]: await victim.read(LOCK),
        });
        await refused(planted, "main-checkout-unknown", victim);
      },
    "a main checkout whose commondir leads to another repository": async () => {
      const main = await adopted(world, [{ entry }]);
      await Deno.writeTextFile(
        `${main.path}/.git/commondir`,
        `${victim.path}/.git\n`,
      );
      await refused(main, "main-checkout-unknown", victim);
    },
    "a main repository whose core.worktree names another's checkout":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("misled"));
        await git(main.path, ["config", "core.worktree", victim.path]);
        await refused(linked, "main-checkout-unknown", victim);
      },
    "a link of the worktree that leads outside is repointed, never followed":
      async () => {
        const linked = await addWorktree(victim, world.join("outside"));
        await Deno.symlink(
          `../evil/${SNAPSHOTS}`,
          `${linked.path}/${SNAPSHOTS}`,
        );
        assert.deepEqual(await errorRules(linked, ["verify"]), [
          "link-misdirected",
        ]);
        await findings(linked, ["worktree-init"], 0);
        assert.doesNotMatch(await linked.read(`${LINK}/SKILL.md`), /Evil/);
        assert.deepEqual(await traces(evil), evilBefore);
      },
    "a link that is nothing of ours is named and left alone": async () => {
      const linked = await addWorktree(victim, world.join("foreign"));
      await Deno.symlink(evil, `${linked.path}/${SNAPSHOTS}`);
      const before = await traces(linked.path);
      for (const command of ["verify", "worktree-init"]) {
        assert.deepEqual(
          await errorRules(linked, [command]),
          ["link-misdirected"],
        );
      }
      assert.deepEqual(await traces(linked.path), before);
      assert.deepEqual(await traces(evil), evilBefore);
      await findings(linked, ["unadopt", "--yes"], 0);
      assert.deepEqual(await traces(linked.path), before);
    },
    "a folder of one's own there is named and left alone": async () => {
      const linked = await addWorktree(victim, world.join("occupied"));
      await linked.write({ [`${SNAPSHOTS}/mine`]: "mine\n" });
      const before = await traces(linked.path);
      for (const command of ["verify", "worktree-init"]) {
        assert.deepEqual(
          await errorRules(linked, [command]),
          ["link-not-a-link"],
        );
      }
      assert.deepEqual(await traces(linked.path), before);
    },
    "a link that came with a commit is refused before it is read": async () => {
      const linked = await addWorktree(victim, world.join("committed"));
      await Deno.symlink(
        `../evil/${SNAPSHOTS}`,
        `${linked.path}/${SNAPSHOTS}`,
      );
      await git(linked.path, ["add", "-f", SNAPSHOTS]);
      await refused(linked, "tracked-generated", victim);
    },
    "a local lock that came with a commit of the main checkout vouches for nothing":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("vouched"));
        await git(main.path, ["add", "-f", LOCAL_LOCK]);
        await refused(linked, "tracked-generated", main);
      },
    "a main checkout whose snapshots are a link is refused": async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(main, world.join("chained"));
      await Deno.remove(`${main.path}/${SNAPSHOTS}`, { recursive: true });
      await Deno.symlink(
        `../evil/${SNAPSHOTS}`,
        `${main.path}/${SNAPSHOTS}`,
      );
      await refused(linked, "layer-is-a-link", main);
    },
    "a worktree among the snapshots is no worktree for us": async () => {
      const main = await adopted(world, [{ entry }]);
      const inside = await addWorktree(
        main,
        `${main.path}/${SNAPSHOTS}/.own/wt`,
      );
      const before = await traces(inside.path);
      const [finding] = await findings(inside, ["worktree-init"], 2);
      assert.match(finding!.message, /main checkout/);
      const found = await findings(main, ["setup", "--yes"], 0);
      assert.ok(
        found.some(({ level, message }) =>
          level === "warning" && message.includes(inside.path)
        ),
      );
      assert.deepEqual(await traces(inside.path), before);
    },
    "a branch whose target folder leads outside writes nothing there":
      async () => {
        const linked = await addWorktree(victim, world.join("led-out"));
        const canary = world.join("canary");
        await Deno.mkdir(canary);
        await Deno.symlink(canary, `${linked.path}/.agents`);
        await run(linked, ["worktree-init"]);
        assert.deepEqual(await pathsBelow(canary), []);
        assert.equal(await stands(`${linked.path}/.claude`), false);
      },
    "a branch whose .gitignore is a link is not written through": async () => {
      const linked = await addWorktree(victim, world.join("ignoring"));
      const canary = world.join("ignored");
      await Deno.writeTextFile(canary, "UNTOUCHED\n");
      await Deno.remove(`${linked.path}/.gitignore`);
      await Deno.symlink(canary, `${linked.path}/.gitignore`);
      await errorRules(linked, ["worktree-init"]);
      assert.equal(await Deno.readTextFile(canary), "UNTOUCHED\n");
    },
    "a branch that locks bytes of its own gets no link to them": async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(main, world.join("own-bytes"));
      const lock = await linked.read(LOCK);
      const content = /content: "?([0-9a-f]{64})/.exec(lock)![1]!;
      await linked.write({ [LOCK]: lock.replace(content, "f".repeat(64)) });
      assert.deepEqual(await errorRules(linked, ["worktree-init"]), ["drift"]);
      assert.equal(await stands(`${linked.path}/${LINK}`), false);
    },
    "a branch that pins the same commit at another url gets no link":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("own-url"));
        const url = entry.url as string;
        for (const file of [LOCK, "skill-sources.md"]) {
          const text = await linked.read(file);
          await linked.write({
            [file]: text.replaceAll(url, "https://evil.example/acme.git"),
          });
        }
        assert.deepEqual(
          await errorRules(linked, ["worktree-init"]),
          ["drift"],
        );
        assert.equal(await stands(`${linked.path}/${LINK}`), false);
      },
    "a branch that demands a signature nobody verified gets no link":
      async () => {
        const main = await adopted(world, [{ entry }]);
        const linked = await addWorktree(main, world.join("signed"));
        await linked.write({
          "skill-sources.md": trustList([{
            ...entry,
            signed_by: [`SHA256:${"A".repeat(43)}`],
          }]),
        });
        assert.deepEqual(await errorRules(linked, ["worktree-init"]), [
          "signature-required",
        ]);
        assert.equal(await stands(`${linked.path}/${LINK}`), false);
      },
    "a user's link under our name is left alone": async () => {
      const linked = await addWorktree(victim, world.join("users"));
      await Deno.mkdir(`${linked.path}/.agents/skills`, { recursive: true });
      await Deno.symlink("../../mine", `${linked.path}/${LINK}`);
      assert.deepEqual(await errorRules(linked, ["worktree-init"]), [
        "name-collision",
      ]);
      assert.equal(await Deno.readLink(`${linked.path}/${LINK}`), "../../mine");
      assert.ok(
        await stands(
          `${linked.path}/.agents/skills/magpie-write-mail/SKILL.md`,
        ),
      );
    },
    "snapshots that are pruned while a worktree links them": async () => {
      const main = await adopted(world, [{ entry }, other]);
      const linked = await addWorktree(main, world.join("racing"));
      const lock = await linked.read(LOCK);
      const blocks = lock.split(/(?=^- id: )/m)
        .filter((text) => !text.includes("acme"));
      await linked.write({
        "skill-sources.md": trustList([other.entry]),
        [LOCK]: blocks.join(""),
      });
      await main.write({ "skill-sources.md": trustList([other.entry]) });
      const [pruned, linking] = await Promise.all([
        setup(main),
        run(linked, ["worktree-init"]),
      ]);
      assert.equal(pruned.code, 0, pruned.stdout + pruned.stderr);
      assert.equal(linking.code, 0, linking.stdout + linking.stderr);
      for (const at of [main, linked]) {
        assert.equal((await run(at, ["verify"])).code, 0);
      }
    },
  });
  assert.deepEqual(await traces(evil), evilBefore);
});
