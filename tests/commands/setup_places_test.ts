import assert from "node:assert/strict";
import { permissionFlags } from "../../lib/cli/permissions.ts";
import { git } from "../support/git.ts";
import { writeFiles } from "../support/write_files.ts";
import { gitContent } from "../tree/git_content.ts";
import { steps } from "./steps.ts";
import { pathsBelow, stands, traces } from "./traces.ts";
import { gitStatus, run, setup, startWorld } from "./world.ts";

const SNAPSHOTS = ".apache-magpie-sources";
const LINK = ".agents/skills/magpie-read-mail";

/** Makes a folder read-only; returns what undoes it. Mode bits do not bind root: for root it is mounted so. */
async function readOnly(path: string): Promise<() => Promise<void>> {
  if (Deno.uid() !== 0) {
    await Deno.chmod(path, 0o555);
    return () => Deno.chmod(path, 0o755);
  }
  await mounted("mount", "--bind", path, path);
  await mounted("mount", "-o", "remount,ro,bind", path);
  return async () => void await mounted("umount", path);
}

/** Whether {@linkcode readOnly} works here; a container may not let root mount. */
async function canRefuseWrites(path: string): Promise<boolean> {
  if (Deno.uid() !== 0) return true;
  return await mounted("mount", "--bind", path, path) &&
    await mounted("umount", path);
}

async function mounted(program: string, ...args: string[]): Promise<boolean> {
  const { success } = await new Deno.Command(program, { args, stderr: "null" })
    .output().catch(() => ({ success: false }));
  return success;
}

Deno.test("what stands where something of ours should", async (t) => {
  await using world = await startWorld();
  const { entry } = await world.tagged("acme", ["read-mail", "read-news"]);
  const outside = world.join("outside");
  await Deno.mkdir(outside);
  await Deno.writeTextFile(`${outside}/canary`, "UNTOUCHED\n");
  const unharmed = async () => {
    assert.deepEqual(await pathsBelow(outside), ["canary"]);
    assert.equal(
      await Deno.readTextFile(`${outside}/canary`),
      "UNTOUCHED\n",
    );
  };

  const squatters: Record<string, (path: string) => Promise<void>> = {
    "a user's folder": (path) => Deno.mkdir(path),
    "a user's file": (path) => Deno.writeTextFile(path, "mine\n"),
    "a foreign link": (path) => Deno.symlink(outside, path),
    "a link of ours by its looks, to another name": (path) =>
      Deno.symlink(`../../${SNAPSHOTS}/acme/skills/read-news`, path),
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(squatters).map((
        [name, make],
      ) => [`${name}: named, left alone, the rest is linked`, async () => {
        const adopter = await world.adopter([entry]);
        await Deno.mkdir(`${adopter.path}/.agents/skills`, { recursive: true });
        await make(`${adopter.path}/${LINK}`);
        const before = (await traces(`${adopter.path}/.agents`))
          .get("skills/magpie-read-mail");
        const outcome = await setup(adopter, "--json");
        assert.equal(outcome.code, 1, outcome.stdout + outcome.stderr);
        const found = outcome.json().findings
          .filter(({ level }) => level === "error");
        assert.ok(found.length > 0);
        assert.ok(
          found.every(({ skill }) => skill === "read-mail"),
          outcome.stdout,
        );
        assert.ok(found.some(({ path }) => path === LINK), outcome.stdout);
        const after = (await traces(`${adopter.path}/.agents`))
          .get("skills/magpie-read-mail");
        assert.equal(after, before);
        assert.ok(
          await stands(
            `${adopter.path}/.agents/skills/magpie-read-news/SKILL.md`,
          ),
        );
        await unharmed();
      }]),
    ),
  );

  for (const home of ["skills", ".apache-magpie/skills"]) {
    await t.step(`a skill of ${home} always wins`, async () => {
      const adopter = await world.adopter([entry], {
        [`${home}/read-mail/SKILL.md`]:
          "---\nname: read-mail\ndescription: Own.\n---\n",
      });
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(
        outcome.json().findings.some(({ rule, skill }) =>
          rule === "name-collision" && skill === "read-mail"
        ),
        outcome.stdout,
      );
      assert.equal(await stands(`${adopter.path}/${LINK}`), false);
      assert.ok(
        await stands(`${adopter.path}/.agents/skills/magpie-read-news`),
      );
    });
  }

  await t.step(
    "a canonical folder that is a link is refused before any request",
    async () => {
      const adopter = await world.adopter([entry], {
        ".agents/skills": { link: outside },
      });
      const asked = world.requests();
      const before = await traces(adopter.path);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.equal(outcome.json().findings.at(-1)?.rule, "target-is-link");
      assert.equal(world.requests(), asked);
      assert.deepEqual(await traces(adopter.path), before);
      await unharmed();
    },
  );

  await t.step(
    "a target that is a link is left out with a warning",
    async () => {
      const adopter = await world.adopter([entry], {
        ".claude/skills": { link: outside },
      });
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      const warning = outcome.json().findings
        .find(({ rule }) => rule === "target-is-link");
      assert.equal(warning?.level, "warning");
      assert.equal(warning?.path, ".claude/skills");
      assert.ok(
        await stands(`${adopter.path}/.github/skills/magpie-read-mail`),
      );
      await unharmed();
    },
  );

  const misplaced: Record<string, (root: string) => Promise<unknown>> = {
    "snapshots behind a link": (root) =>
      Deno.symlink(outside, `${root}/${SNAPSHOTS}`),
    "a file where the snapshots should be": (root) =>
      Deno.writeTextFile(`${root}/${SNAPSHOTS}`, ""),
    "state behind a link": async (root) => {
      await Deno.mkdir(`${root}/${SNAPSHOTS}`);
      await Deno.symlink(outside, `${root}/${SNAPSHOTS}/.state`);
    },
    "a file where the state should be": async (root) => {
      await Deno.mkdir(`${root}/${SNAPSHOTS}`);
      await Deno.writeTextFile(`${root}/${SNAPSHOTS}/.state`, "");
    },
  };
  await steps(
    t,
    Object.fromEntries(
      Object.entries(misplaced).map((
        [name, make],
      ) => [`${name}: nothing attempted`, async () => {
        const adopter = await world.adopter([entry]);
        await make(adopter.path);
        const before = await traces(adopter.path);
        const asked = world.requests();
        const outcome = await setup(adopter, "--json");
        assert.equal(outcome.code, 2, outcome.stdout);
        assert.equal(outcome.json().findings[0]?.rule, "layer-is-a-link");
        assert.deepEqual(await traces(adopter.path), before);
        assert.equal(world.requests(), asked);
        await unharmed();
      }]),
    ),
  );

  await t.step(
    "a file where a target's parent should be: nothing half-done",
    async () => {
      const adopter = await world.adopter([entry], { ".agents": "mine\n" });
      const before = await traces(adopter.path);
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.match(outcome.json().findings.at(-1)!.message, /\.agents/);
      assert.deepEqual(await traces(adopter.path), before);
    },
  );

  await t.step(
    "a .gitignore that is a link is not written through",
    async () => {
      const adopter = await world.adopter([entry], {
        ".gitignore": { link: `${outside}/canary` },
      });
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 1, outcome.stdout);
      assert.ok(
        outcome.json().findings.some(({ path, level }) =>
          path === ".gitignore" && level === "error"
        ),
        outcome.stdout,
      );
      await unharmed();
    },
  );

  await t.step(
    "an existing .gitignore stays a prefix, with its line ends",
    async () => {
      for (
        const [before, line] of [
          ["node_modules\r\n*.log\r\n", "/.apache-magpie-sources\r\n"],
          ["node_modules", "/.apache-magpie-sources\n"],
          ["\ufeffa\nb\r\n", "/.apache-magpie-sources\n"],
        ] as const
      ) {
        const adopter = await world.adopter([entry], { ".gitignore": before });
        assert.equal((await setup(adopter)).code, 0);
        const bytes = await Deno.readFile(`${adopter.path}/.gitignore`);
        const former = new TextEncoder().encode(before);
        assert.deepEqual(bytes.subarray(0, former.length), former);
        assert.ok(new TextDecoder().decode(bytes).includes(line));
        assert.deepEqual(await gitStatus(adopter), [
          " M .gitignore",
          "?? .apache-magpie.sources.lock",
        ]);
      }
    },
  );

  const ineffective: Record<string, string> = {
    "a later negation": ".gitignore",
    "a rule that hides the committed lock": ".apache-magpie.sources.lock",
  };
  await t.step(
    "ignore lines that have no effect are named with their cause",
    async () => {
      const negated = await world.adopter([entry]);
      assert.equal((await setup(negated)).code, 0);
      const text = await negated.read(".gitignore");
      await negated.write({
        ".gitignore": `${text}!/.apache-magpie-sources\n*.lock\n`,
      });
      const outcome = await run(negated, ["verify", "--json"]);
      assert.equal(outcome.code, 1);
      const messages = outcome.json().findings
        .filter(({ rule }) => rule === "ignore-ineffective")
        .map(({ message }) => message);
      for (const [name, cause] of Object.entries(ineffective)) {
        assert.ok(
          messages.some((message) => message.includes(cause)),
          `${name}: ${outcome.stdout}`,
        );
      }
    },
  );

  await t.step(
    "a tracked local lock is refused before it is read",
    async () => {
      const adopter = await world.adopter([entry], {
        ".apache-magpie.sources.local.lock": "hostile: [\n",
      });
      const asked = world.requests();
      const outcome = await setup(adopter, "--json");
      assert.equal(outcome.code, 2, outcome.stdout);
      const [finding] = outcome.json().findings;
      assert.equal(finding?.rule, "tracked-generated");
      assert.match(finding.message, /git rm -r --cached/);
      assert.equal(world.requests(), asked);
    },
  );

  await t.step("a tracked snapshot is refused", async () => {
    const adopter = await world.adopter([entry], {
      [`${SNAPSHOTS}/acme/skills/read-mail/SKILL.md`]: "planted\n",
    });
    const before = await traces(adopter.path);
    const outcome = await setup(adopter, "--json");
    assert.equal(outcome.code, 2, outcome.stdout);
    assert.equal(outcome.json().findings[0]?.rule, "tracked-generated");
    assert.deepEqual(await traces(adopter.path), before);
  });

  await t.step(
    "a journal that came with a commit is never followed",
    async () => {
      // What an attacker can compute: the digest of bytes of their own.
      const staged = `${SNAPSHOTS}/.state/staging-abcdef`;
      const skill = "---\nname: read-mail\ndescription: Evil.\n---\n";
      const files = { [`${staged}/acme/skills/read-mail/SKILL.md`]: skill };
      const scratch = world.join("scratch");
      await writeFiles(scratch, { "skills/read-mail/SKILL.md": skill });
      const journal = JSON.stringify({
        version: 1,
        steps: [
          {
            step: "place",
            id: "acme",
            staging: "staging-abcdef",
            content: await gitContent(scratch),
          },
          {
            step: "link",
            path: LINK,
            text: `../../${SNAPSHOTS}/acme/skills/read-mail`,
          },
        ],
      });
      const adopter = await world.adopter([entry], {
        ...files,
        [`${SNAPSHOTS}/.state/journal.json`]: journal,
      });
      const before = await traces(adopter.path);
      for (
        const args of [
          ["setup", "--yes"],
          ["verify"],
          ["status"],
          ["unadopt", "--yes"],
        ]
      ) {
        const outcome = await run(adopter, [...args, "--json"]);
        assert.equal(outcome.code, 2, outcome.stdout);
        assert.equal(outcome.json().findings[0]?.rule, "tracked-generated");
        assert.deepEqual(await traces(adopter.path), before);
      }
      const fixed = await run(adopter, ["verify", "--fix", "--json"], {
        permissions: permissionFlags("write"),
      });
      assert.equal(fixed.code, 2, fixed.stdout);
      assert.deepEqual(await traces(adopter.path), before);

      // The same journal of this checkout's own is followed: the attack is real.
      await git(adopter.path, ["rm", "-q", "-r", "--cached", SNAPSHOTS]);
      const followed = await setup(adopter, "--json");
      assert.ok(
        followed.json().findings.some(({ rule }) => rule === "interrupted-run"),
      );
    },
  );

  const local = ".apache-magpie.sources.local.lock";
  for (
    const [state, spoil] of [
      ["broken", (path: string) => Deno.writeTextFile(path, "- id: ac")],
      ["missing", (path: string) => Deno.remove(path)],
    ] as const
  ) {
    await t.step(
      `a ${state} local lock is rebuilt with a warning`,
      async () => {
        const adopter = await world.adopter([entry]);
        const first = await setup(adopter, "--json");
        assert.equal(first.code, 0);
        assert.ok(
          first.json().findings.every(({ rule }) =>
            rule !== "local-lock-rebuilt"
          ),
        );
        await spoil(`${adopter.path}/${local}`);
        const outcome = await setup(adopter, "--json");
        assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
        const found = outcome.json().findings
          .find(({ rule }) => rule === "local-lock-rebuilt");
        assert.equal(found?.level, "warning");
        assert.match(await adopter.read(local), /fetched_commit/);
        assert.equal((await run(adopter, ["verify"])).code, 0);
      },
    );
  }

  const refuses = await canRefuseWrites(world.path);
  await t.step({
    name: `a read-only checkout: one sentence, nothing changed${
      refuses ? "" : " (ignored: root may write everywhere here)"
    }`,
    ignore: !refuses,
    async fn() {
      const adopter = await world.adopter([entry]);
      const before = await traces(adopter.path);
      const undo = await readOnly(adopter.path);
      try {
        const outcome = await setup(adopter, "--json");
        assert.equal(outcome.code, 1, outcome.stdout);
        const errors = outcome.json().findings
          .filter(({ level }) => level === "error");
        assert.deepEqual(errors.map(({ rule }) => rule), ["disk-error"]);
        assert.match(errors[0]!.message, /read-only|permission/i);
      } finally {
        await undo();
      }
      assert.deepEqual(await traces(adopter.path), before);
    },
  });

  await t.step(
    "two runs at a time: the second waits for the first",
    async () => {
      const adopter = await world.adopter([entry]);
      const both = await Promise.all([
        setup(adopter, "--json"),
        setup(adopter, "--json"),
      ]);
      for (const { code, stdout, stderr } of both) {
        assert.equal(code, 0, stdout + stderr);
      }
      assert.equal((await run(adopter, ["verify"])).code, 0);
      assert.deepEqual(
        (await pathsBelow(`${adopter.path}/${SNAPSHOTS}/.state`))
          .filter((path) => /staging|replaced|journal|tmp/.test(path)),
        [],
      );
      assert.equal(await git(adopter.path, ["fsck"]), "");
    },
  );
});
