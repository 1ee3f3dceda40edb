import assert from "node:assert/strict";
import { type Descriptor, trustList } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import { stands, traces } from "./traces.ts";
import { copyOf, run, setup, startWorld } from "./world.ts";

const PROJECT = ".apache-magpie-overrides/project.md";

Deno.test("layers", async (t) => {
  await using world = await startWorld();
  const acme = await world.tagged("acme", ["read-mail", "read-news"]);
  const other = await world.tagged("other", ["draft-mail"]);
  const { commit, ref } = acme.entry as Record<string, string>;
  /** What an organization curates: everything but the adopter's pin. */
  const curated: Descriptor = {
    id: "acme",
    name: "Acme skills",
    method: "git-tag",
    url: acme.url,
    ref: ref!,
    commit: commit!,
    provides: ["read-*"],
  };
  const pinOnly: Descriptor = { id: "acme", ref: ref!, commit: commit! };
  const home = "organizations/ORG/skill-sources.md";
  const project = { [PROJECT]: "# Project\n\norganization: ORG\n" };

  const adopter = await world.adopter([pinOnly], {
    ...project,
    [`.apache-magpie/${home}`]: trustList([curated]),
    ".gitignore": "/.apache-magpie\n",
  });

  await t.step(
    "the organization supplies url, method and provides; the pin is the adopter's",
    async () => {
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      const [source] = outcome.json<{ sources: Record<string, unknown>[] }>()
        .sources;
      assert.equal(source?.organization, "ORG");
      assert.equal(source?.url, acme.url);
      assert.deepEqual(source?.skills, ["read-mail", "read-news"]);
      assert.equal((await run(adopter, ["verify"])).code, 0);
    },
  );

  await t.step("an organization's anchor is never a pin", async () => {
    const unpinned = await world.adopter([{ id: "acme" }], {
      ...project,
      [home]: trustList([curated]),
    });
    const asked = world.requests();
    const outcome = await setup(unpinned, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    assert.ok(
      outcome.json().findings.some(({ rule, source }) =>
        rule === "pin-missing" && source === "acme"
      ),
      outcome.stdout,
    );
    assert.equal(world.requests(), asked);
    assert.equal(await stands(`${unpinned.path}/.agents`), false);
  });

  await t.step(
    "an organization that moves a source under an adopter's pin is named by file and line, and waited for",
    async () => {
      const moved = await copyOf(adopter, world.join("moved-organization"));
      const file = `.apache-magpie/${home}`;
      await moved.write({
        [file]: trustList([{ ...curated, url: `${acme.url}/elsewhere` }]),
      });
      const asked = world.requests();
      const before = await traces(moved.path);
      const outcome = await setup(moved, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      const [changed] = outcome.json().findings
        .filter(({ rule }) => rule === "pin-changed");
      assert.match(
        changed?.message ?? "",
        /url is \S+acme\.git in the lock and \S+\/elsewhere in \.apache-magpie\/organizations\/ORG\/skill-sources\.md:\d+:\d+/,
      );
      assert.equal(changed?.fix, "skill-sources upgrade acme");
      assert.equal(world.requests(), asked);
      assert.deepEqual(await traces(moved.path), before);
    },
  );

  await t.step(
    "the adopter's entry may override what the organization says",
    async () => {
      const narrowed = await world.adopter(
        [{ ...pinOnly, provides: ["read-mail"] }],
        { ...project, [home]: trustList([curated]) },
      );
      assert.equal((await setup(narrowed)).code, 0);
      const links = `${narrowed.path}/.agents/skills`;
      assert.ok(await stands(`${links}/magpie-read-mail`));
      assert.equal(await stands(`${links}/magpie-read-news`), false);
    },
  );

  await t.step(
    "in a fresh clone without the framework the locked facts stand in",
    async () => {
      await adopter.commit("Adopt");
      const clone = await adopter.clone(world.join("clone"));
      assert.equal(await stands(`${clone.path}/.apache-magpie`), false);
      const frozen = await run(clone, ["setup", "--frozen", "--json"]);
      assert.equal(frozen.code, 0, frozen.stdout + frozen.stderr);
      const note = frozen.json().findings
        .find(({ rule }) => rule === "organization-not-on-disk");
      assert.equal(note?.level, "note");
      const verified = await run(clone, ["verify", "--json"]);
      assert.equal(verified.code, 0, verified.stdout);
      assert.ok(
        verified.json().findings.some(({ rule }) =>
          rule === "organization-not-on-disk"
        ),
      );
    },
  );

  await t.step(
    "the locked facts do not stand in where an organization is on disk",
    async () => {
      const clone = await adopter.clone(world.join("clone-on-disk"));
      await clone.write({
        "organizations/ORG/skill-sources.md": trustList([
          { ...curated, id: "something-else" },
        ]),
      });
      const outcome = await run(clone, ["setup", "--frozen", "--json"]);
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(
        outcome.json().findings.some(({ rule }) => rule === "source-unknown"),
        outcome.stdout,
      );
    },
  );

  await t.step("an organization behind a link is not known", async () => {
    const { name: _, ...rest } = acme.entry;
    const trusting: Descriptor = { ...rest, name: "Acme", organization: "ORG" };
    const elsewhere = world.join("elsewhere");
    await Deno.mkdir(`${elsewhere}/organizations/ORG`, { recursive: true });
    for (
      const [link, target] of [
        ["organizations/ORG", `${elsewhere}/organizations/ORG`],
        ["organizations", `${elsewhere}/organizations`],
        [".apache-magpie", elsewhere],
      ] as const
    ) {
      const lured = await world.adopter([trusting, other.entry], {
        "organizations/OTHER/README.md": "\n",
      });
      if (link === "organizations") {
        await Deno.remove(`${lured.path}/${link}`, { recursive: true });
      }
      await Deno.symlink(target, `${lured.path}/${link}`);
      const outcome = await setup(lured, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      const error = outcome.json().findings
        .find(({ level }) => level === "error");
      assert.equal(error?.rule, "organization-unreadable", outcome.stdout);
      assert.equal(error?.source, "acme");
      assert.match(error?.message ?? "", /symbolic link/);
    }
  });

  await t.step(
    "a descriptor hidden in the other trust list is named too",
    async () => {
      const two = await world.adopter([other.entry], {
        ".apache-magpie-overrides/skill-sources.md":
          "> ```yaml\n> - id: veiled\n>   method: git-tag\n> ```\n",
      });
      const outcome = await run(two, ["setup", "--dry-run", "--json"]);
      assert.equal(outcome.code, 0, outcome.stdout);
      const hidden = outcome.json().findings
        .find(({ rule }) => rule === "descriptor-hidden");
      assert.match(hidden?.message ?? "", /veiled/);
    },
  );

  await t.step("locked facts never stand in for a branch", async () => {
    const branch: Descriptor = {
      id: "acme",
      name: "Acme",
      method: "git-branch",
      url: acme.url,
      provides: ["read-mail"],
    };
    const list = [{ id: "acme", ref: "main" }];
    const with_ = await world.adopter(list, {
      ...project,
      [`.apache-magpie/${home}`]: trustList([branch]),
      ".gitignore": "/.apache-magpie\n",
    });
    const first = await setup(with_);
    assert.equal(first.code, 0, first.stdout + first.stderr);
    await with_.commit("Adopt");
    const clone = await with_.clone(world.join("clone-branch"));
    const asked = world.requests();
    const outcome = await run(clone, [
      "setup",
      "--frozen",
      "--allow-unpinned",
      "--json",
    ]);
    assert.equal(outcome.code, 1, outcome.stdout);
    assert.equal(world.requests(), asked);
    assert.equal(await stands(`${clone.path}/.agents`), false);
  });

  await t.step("setup <id> installs that source only", async () => {
    const two = await world.adopter([acme.entry, other.entry]);
    const asked = world.git.requests.length;
    const outcome = await setup(two, "other");
    assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
    for (const { path } of world.git.requests.slice(asked)) {
      assert.match(path, /^\/other\.git/);
    }
    const lock = await two.read(".apache-magpie.sources.lock");
    assert.doesNotMatch(lock, /acme/);
    assert.ok(await stands(`${two.path}/.agents/skills/magpie-draft-mail`));
    assert.equal((await run(two, ["verify", "other"])).code, 0);

    // A run for one source prunes no other.
    await two.write({ "skill-sources.md": trustList([acme.entry]) });
    const one = await setup(two, "acme");
    assert.equal(one.code, 0, one.stdout + one.stderr);
    assert.ok(await stands(`${two.path}/.apache-magpie-sources/other`));
  });

  await t.step(
    "an id nobody knows is a usage error that names the nearest",
    async () => {
      const two = await world.adopter([acme.entry, other.entry]);
      const before = await traces(two.path);
      for (const command of ["setup", "verify", "status"]) {
        const outcome = await run(two, [command, "amce", "--json"]);
        assert.equal(outcome.code, 2, outcome.stdout);
        assert.match(
          outcome.json().findings[0]!.message,
          /did you mean acme\?/,
        );
      }
      assert.deepEqual(await traces(two.path), before);
    },
  );

  await t.step(
    "a name taken by two sources is linked for neither",
    async () => {
      const twin = await world.tagged("twin", ["read-mail"]);
      const both = await world.adopter([acme.entry, twin.entry]);
      const outcome = await setup(both, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(
        outcome.json().findings.some(({ rule }) => rule === "name-collision"),
      );
      const links = `${both.path}/.agents/skills`;
      assert.equal(await stands(`${links}/magpie-read-mail`), false);
      assert.ok(await stands(`${links}/magpie-read-news`));
    },
  );

  await t.step("an existing link keeps its owner", async () => {
    const twin = await world.tagged("twin-later", ["read-mail"]);
    const adopted = await world.adopter([acme.entry]);
    assert.equal((await setup(adopted)).code, 0);
    await adopted.write({
      "skill-sources.md": trustList([twin.entry, acme.entry]),
    });
    const outcome = await setup(adopted, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    assert.match(
      await Deno.readLink(`${adopted.path}/.agents/skills/magpie-read-mail`),
      /\/acme\//,
    );
  });

  await t.step(
    "project.md chooses prefix and agents; --agents those of this checkout",
    async () => {
      const chosen = await world.adopter([other.entry], {
        [PROJECT]: "# Project\n\nprefix: shared-\nagents: claude-code\n",
      });
      const first = await setup(chosen);
      assert.equal(first.code, 0, first.stdout + first.stderr);
      const at = (path: string) => stands(`${chosen.path}/${path}`);
      assert.ok(await at(".agents/skills/shared-draft-mail"));
      assert.ok(await at(".claude/skills/shared-draft-mail"));
      assert.equal(await at(".agents/skills/magpie-draft-mail"), false);
      assert.equal(await at(".github"), false);
      assert.match(await chosen.read(".gitignore"), /\/shared-\*$/m);
      assert.equal((await run(chosen, ["verify"])).code, 0);

      const here = await setup(chosen, "--agents", "goose");
      assert.equal(here.code, 0, here.stdout + here.stderr);
      assert.ok(await at(".goose/skills/shared-draft-mail"));
      assert.ok(await at(".agents/skills/shared-draft-mail"));
      assert.equal(await at(".claude/skills/shared-draft-mail"), false);
      const before = await traces(chosen.path);
      const again = await setup(chosen);
      assert.equal(again.code, 0, again.stdout + again.stderr);
      assert.deepEqual(await traces(chosen.path), before);
      assert.equal((await run(chosen, ["verify"])).code, 0);

      const typo = await setup(chosen, "--agents", "gose", "--json");
      assert.equal(typo.code, 2);
      assert.match(typo.json().findings[0]!.message, /did you mean goose\?/);

      // Another prefix moves the links, and leaves none of the old name.
      await chosen.write({ [PROJECT]: "# Project\n\nprefix: new-\n" });
      const renamed = await setup(chosen);
      assert.equal(renamed.code, 0, renamed.stdout + renamed.stderr);
      assert.ok(await at(".agents/skills/new-draft-mail"));
      assert.equal(await at(".agents/skills/shared-draft-mail"), false);
      assert.equal((await run(chosen, ["verify"])).code, 0);
    },
  );

  await t.step("--jobs says how many at a time, and nothing else", async () => {
    const entries = [acme.entry, other.entry];
    const locks: string[] = [];
    for (const jobs of ["1", "8"]) {
      const many = await world.adopter(entries);
      const outcome = await setup(many, "--jobs", jobs);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      locks.push(await many.read(".apache-magpie.sources.lock"));
    }
    assert.equal(locks[0], locks[1]);
    const none = await world.adopter(entries);
    for (const jobs of ["0", "-1", "many"]) {
      const outcome = await setup(none, `--jobs=${jobs}`);
      assert.equal(outcome.code, 2, jobs);
    }
  });

  await t.step("one source that fails does not keep the others", async () => {
    const half = await world.adopter([
      { ...acme.entry, url: `${world.git.url}/nowhere.git` },
      other.entry,
    ]);
    const outcome = await setup(half, "--json");
    assert.equal(outcome.code, 1, outcome.stdout);
    const { sources } = outcome.json<{
      sources: { id: string; outcome: string }[];
    }>();
    assert.deepEqual(sources.map(({ id, outcome }) => [id, outcome]), [
      ["acme", "failed"],
      ["other", "installed"],
    ]);
    assert.ok(
      await stands(`${half.path}/.agents/skills/magpie-draft-mail/SKILL.md`),
    );
    assert.doesNotMatch(
      await half.read(".apache-magpie.sources.lock"),
      /acme/,
    );
  });

  await t.step(
    "from a subfolder, with -C, and paths relative to the caller",
    async () => {
      const nested = await world.adopter([other.entry], { "a/b/c.md": "c\n" });
      const outcome = await run(nested, ["setup", "--yes"], {
        cwd: `${nested.path}/a/b`,
      });
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.ok(await stands(`${nested.path}/.apache-magpie.sources.lock`));
      assert.equal(await stands(`${nested.path}/a/b/.agents`), false);
      const elsewhere = await run(nested, [
        "verify",
        "-C",
        nested.path.split("/").at(-1)!,
      ], { cwd: nested.path.slice(0, nested.path.lastIndexOf("/")) });
      assert.equal(elsewhere.code, 0, elsewhere.stdout + elsewhere.stderr);
    },
  );

  await t.step(
    "a linked worktree is refused, and says where to run",
    async () => {
      const main = await copyOf(adopter, world.join("with-worktree"));
      const linked = world.join("linked");
      await git(main.path, ["worktree", "add", "-q", linked]);
      const outcome = await run(main, ["setup", "--yes", "--json"], {
        cwd: linked,
      });
      assert.equal(outcome.code, 2, outcome.stdout);
      assert.ok(outcome.json().findings[0]!.message.includes(main.path));
      assert.equal(await stands(`${linked}/.apache-magpie-sources`), false);
    },
  );

  await t.step(
    "core.symlinks=false is refused with the command that changes it",
    async () => {
      const plain = await world.adopter([other.entry]);
      await git(plain.path, ["config", "core.symlinks", "false"]);
      const before = await traces(plain.path);
      const asked = world.requests();
      const outcome = await setup(plain, "--json");
      assert.notEqual(outcome.code, 0);
      assert.match(outcome.stdout, /git config .*core\.symlinks true/);
      assert.deepEqual(await traces(plain.path), before);
      assert.equal(world.requests(), asked);
    },
  );

  await t.step(
    "--no-git takes the trust list's folder as the root",
    async () => {
      const image = world.join("image");
      await Deno.mkdir(`${image}/app`, { recursive: true });
      await Deno.writeTextFile(
        `${image}/skill-sources.md`,
        trustList([other.entry]),
      );
      const without = await run(adopter, ["setup", "--yes", "--json"], {
        cwd: `${image}/app`,
      });
      assert.equal(without.code, 2);
      assert.equal(without.json().findings[0]?.rule, "not-a-repository");
      const outcome = await run(adopter, [
        "setup",
        "--yes",
        "--no-git",
        "--json",
      ], {
        cwd: `${image}/app`,
      });
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      assert.ok(
        outcome.json().findings.some(({ rule, level }) =>
          rule === "not-a-repository" && level === "warning"
        ),
      );
      assert.ok(
        await stands(`${image}/.agents/skills/magpie-draft-mail/SKILL.md`),
      );
      const verified = await run(adopter, ["verify", "--no-git"], {
        cwd: image,
      });
      assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    },
  );
});
