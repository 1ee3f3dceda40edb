import assert from "node:assert/strict";
import { type Adopter, adopterAt, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { steps } from "./steps.ts";
import { stands, traces } from "./traces.ts";
import { gitStatus, run, setup, startWorld, tagEntry } from "./world.ts";
import {
  addWorktree,
  adopted,
  findings,
  LINK,
  SNAPSHOTS,
} from "./worktrees.ts";

Deno.test("every shape of repository that git knows", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail"]);
  const rename = (from: string, to: string) =>
    Deno.rename(world.join(from), world.join(to));
  /** A main checkout and a linked worktree side by side in a folder of their own. */
  const pair = async (name: string) => {
    const first = await adopted(world, [{ entry }]);
    await Deno.mkdir(world.join(name));
    const main = adopterAt(world.join(`${name}/main`));
    await Deno.rename(first.path, main.path);
    const linked = await addWorktree(main, world.join(`${name}/linked`));
    await findings(linked, ["worktree-init"], 0);
    return { main, linked };
  };

  await steps(t, {
    "a worktree inside the main checkout": async () => {
      const main = await adopted(world, [{ entry }]);
      const nested = await addWorktree(main, `${main.path}/.worktrees/topic`);
      await findings(nested, ["worktree-init"], 0);
      assert.equal(
        await Deno.readLink(`${nested.path}/${SNAPSHOTS}`),
        `../../${SNAPSHOTS}`,
      );
      assert.ok(await stands(`${nested.path}/${LINK}/SKILL.md`));
      assert.equal((await run(nested, ["verify"])).code, 0);
      assert.equal((await setup(main)).code, 0);
    },
    "the main checkout inside the worktree": async () => {
      const first = await adopted(world, [{ entry }]);
      const outer = await addWorktree(first, world.join("outer"));
      const main = adopterAt(`${outer.path}/main`);
      await Deno.rename(first.path, main.path);
      await git(main.path, ["worktree", "repair", outer.path]);
      await findings(outer, ["worktree-init"], 0);
      assert.equal(
        await Deno.readLink(`${outer.path}/${SNAPSHOTS}`),
        `main/${SNAPSHOTS}`,
      );
      assert.ok(await stands(`${outer.path}/${LINK}/SKILL.md`));
    },
    "a worktree entered by way of a symbolic link": async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(main, world.join("real/deep/linked"));
      await Deno.symlink(world.join("real/deep"), world.join("alias"));
      const alias = adopterAt(world.join("alias/linked"));
      await findings(alias, ["worktree-init"], 0);
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.equal((await run(alias, ["verify"])).code, 0);
      assert.equal((await run(linked, ["verify"])).code, 0);
    },
    "worktrees that git records by relative paths": async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(main, world.join("relative"));
      // What git 2.48 writes under worktree.useRelativePaths.
      const name = main.path.split("/").at(-1);
      await Deno.writeTextFile(
        `${linked.path}/.git`,
        `gitdir: ../${name}/.git/worktrees/relative\n`,
      );
      await Deno.writeTextFile(
        `${main.path}/.git/worktrees/relative/gitdir`,
        `../../../../relative/.git\n`,
      );
      await findings(linked, ["worktree-init"], 0);
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.deepEqual(
        (await findings(main, ["setup", "--yes"], 0))
          .filter(({ level }) => level === "warning"),
        [],
      );
    },
    "worktrees of a bare repository are checkouts of their own": async () => {
      const seed = await world.adopter([entry]);
      const bare = world.join("project/.bare");
      await git(seed.path, ["clone", "-q", "--bare", seed.path, bare]);
      for (const name of ["one", "two"]) {
        const path = world.join(`project/${name}`);
        await git(bare, ["worktree", "add", "-q", "-b", name, path]);
        const one = adopterAt(path);
        const [finding] = await findings(one, ["worktree-init"], 2);
        assert.match(finding!.message, /bare repository.*setup/);
        assert.equal((await setup(one)).code, 0);
        assert.ok((await Deno.lstat(`${path}/${SNAPSHOTS}`)).isDirectory);
        assert.equal((await run(one, ["verify"])).code, 0);
      }
    },
    "a separate git directory, once git knows the main checkout": async () => {
      const first = await adopted(world, [{ entry }]);
      await git(first.path, [
        "init",
        "-q",
        `--separate-git-dir=${world.join("store")}`,
      ]);
      const linked = await addWorktree(first, world.join("separate"));
      const before = await traces(linked.path);
      for (const command of ["worktree-init", "verify", "status"]) {
        const [finding] = await findings(linked, [command], 2);
        assert.equal(finding!.rule, "main-checkout-unknown");
        assert.match(finding!.fix!, /git config core\.worktree/);
      }
      assert.deepEqual(await traces(linked.path), before);
      await git(first.path, ["config", "core.worktree", first.path]);
      await findings(linked, ["worktree-init"], 0);
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.equal((await setup(first)).code, 0);
      assert.equal((await run(first, ["verify"])).code, 0);
    },
    "a submodule is a checkout of its own, and so are its worktrees' owners":
      async () => {
        const library = await adopted(world, [{ entry }]);
        const outer = await world.adopter(undefined);
        await git(outer.path, [
          ...["-c", "protocol.file.allow=always"],
          ...["submodule", "add", "-q", library.path, "sub"],
        ]);
        await outer.commit("Add");
        const sub = adopterAt(`${outer.path}/sub`);
        await findings(sub, ["worktree-init"], 2);
        assert.equal((await setup(sub)).code, 0);
        const linked = await addWorktree(sub, world.join("of-submodule"));
        await findings(linked, ["worktree-init"], 0);
        assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
        assert.equal((await run(linked, ["verify"])).code, 0);
        assert.equal(await stands(`${outer.path}/${SNAPSHOTS}`), false);
        // A submodule in a linked worktree is a checkout of its own, too.
        const side = await addWorktree(outer, world.join("outer-linked"));
        await git(side.path, [
          ...["-c", "protocol.file.allow=always"],
          ...["submodule", "update", "-q", "--init"],
        ]);
        const inner = adopterAt(`${side.path}/sub`);
        assert.equal((await setup(inner)).code, 0);
        assert.ok((await Deno.lstat(`${inner.path}/${SNAPSHOTS}`)).isDirectory);
      },
    "GIT_DIR and its kin of a hook lead nowhere else": async () => {
      const main = await adopted(world, [{ entry }]);
      const linked = await addWorktree(main, world.join("hooked"));
      const elsewhere = await world.adopter([entry]);
      const outcome = await run(linked, ["worktree-init"], {
        env: {
          GIT_DIR: `${elsewhere.path}/.git`,
          GIT_COMMON_DIR: `${elsewhere.path}/.git`,
          GIT_WORK_TREE: elsewhere.path,
          GIT_INDEX_FILE: `${elsewhere.path}/.git/index`,
        },
      });
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      assert.equal(await stands(`${elsewhere.path}/${SNAPSHOTS}`), false);
    },
    "git worktree move: verify says it, worktree-init heals": async () => {
      const { main, linked } = await pair("moved");
      await Deno.mkdir(world.join("moved/deeper"));
      const to = adopterAt(world.join("moved/deeper/linked"));
      await git(main.path, ["worktree", "move", linked.path, to.path]);
      const errors = (await findings(to, ["verify"], 1))
        .filter(({ level }) => level === "error");
      assert.deepEqual(errors.map(({ rule, path }) => [rule, path]), [
        ["link-misdirected", SNAPSHOTS],
      ]);
      assert.equal(errors[0]!.fix, "skill-sources worktree-init");
      const outcome = await run(to, ["worktree-init"]);
      assert.match(outcome.stdout, /changed {2}\.apache-magpie-sources/);
      assert.ok(await stands(`${to.path}/${LINK}/SKILL.md`));
      assert.equal((await run(to, ["verify"])).code, 0);
      assert.deepEqual(await gitStatus(to), []);
    },
    "main checkout and worktree moved together stay linked": async () => {
      await pair("together");
      await rename("together", "elsewhere");
      const main = adopterAt(world.join("elsewhere/main"));
      const linked = adopterAt(world.join("elsewhere/linked"));
      assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      // Git itself is lost until it is told.
      const [finding] = await findings(linked, ["verify"], 2);
      assert.ok(
        ["main-checkout-unknown", "not-a-repository"].includes(finding!.rule),
      );
      await git(main.path, ["worktree", "repair", linked.path]);
      assert.equal((await run(linked, ["verify"])).code, 0);
    },
    "a main checkout that moved alone: worktree-init heals after repair":
      async () => {
        const { linked } = await pair("parted");
        await rename("parted/main", "parted/renamed");
        const main = adopterAt(world.join("parted/renamed"));
        await git(main.path, ["worktree", "repair"]);
        await findings(linked, ["worktree-init"], 0);
        assert.equal(
          await Deno.readLink(`${linked.path}/${SNAPSHOTS}`),
          `../renamed/${SNAPSHOTS}`,
        );
        assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
      },
    "a worktree moved without git is told to repair": async () => {
      const { main, linked } = await pair("by-hand");
      await rename("by-hand/linked", "by-hand/other");
      const other = adopterAt(world.join("by-hand/other"));
      const before = await traces(other.path);
      const [finding] = await findings(other, ["worktree-init"], 2);
      assert.equal(finding!.rule, "main-checkout-unknown");
      assert.equal(finding!.fix, "git worktree repair");
      assert.deepEqual(await traces(other.path), before);
      await git(other.path, ["worktree", "repair"]);
      await findings(other, ["worktree-init"], 0);
      assert.equal((await run(other, ["verify"])).code, 0);
      assert.equal(await stands(linked.path), false);
      assert.equal((await setup(main)).code, 0);
    },
  });
});

Deno.test("a worktree in Magpie's layout, where the framework's folder is a link to the main checkout's", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail"]);
  const organization = "ASF";
  const pin = { ref: "v1.0.0", commit: acme.commit };
  const main = await world.adopter([{ id: "acme", organization, ...pin }], {
    ".gitignore": "/.apache-magpie\n",
    ".apache-magpie/organizations/ASF/skill-sources.md": trustList([
      {
        ...tagEntry("acme", acme.url, acme.commit, ["read-mail"]),
        organization,
      },
    ]),
  });
  assert.equal((await setup(main)).code, 0);
  await main.commit("Adopt");

  await t.step("its organizations are known there", async () => {
    const linked = await addWorktree(main, world.join("linked"));
    await linked.write({
      ".apache-magpie": { link: `${main.path}/.apache-magpie` },
    });
    assert.deepEqual(await errorsOf(linked, "worktree-init"), []);
    assert.ok(await stands(`${linked.path}/${LINK}/SKILL.md`));
    assert.deepEqual(await errorsOf(linked, "verify"), []);
  });

  await t.step("a link to anything else is not followed", async () => {
    const elsewhere = await addWorktree(main, world.join("elsewhere"));
    await Deno.mkdir(world.join("copy"));
    await new Deno.Command("cp", {
      args: ["-r", `${main.path}/.apache-magpie`, world.join("copy")],
    }).output();
    await elsewhere.write({
      ".apache-magpie": { link: world.join("copy/.apache-magpie") },
    });
    assert.ok(
      (await errorsOf(elsewhere, "verify")).includes(
        "organization-unreadable",
      ),
    );
  });
});

async function errorsOf(adopter: Adopter, command: string): Promise<string[]> {
  return (await run(adopter, [command, "--json"])).json().findings
    .filter(({ level }) => level === "error").map(({ rule }) => rule);
}
