import assert from "node:assert/strict";
import { adopterAt } from "../support/adopter.ts";
import { git } from "../support/git.ts";
import type { CliDocument } from "../support/run_cli.ts";
import { tempDir } from "../support/temp_dir.ts";
import type { Files } from "../support/write_files.ts";
import { steps } from "./steps.ts";
import { run } from "./world.ts";

type ArchiveDocument = CliDocument & {
  readonly archive: {
    readonly tree: string;
    readonly staged: boolean;
    readonly files: number;
  };
};

const SOUND: Files = {
  "skills/one/SKILL.md": "---\nname: one\ndescription: x\n---\n",
  ".agents/skills/magpie-one": { link: "../../skills/one" },
};

/** Files that are staged beside the sound ones, and what the archive has wrong with them. */
const CASES: Readonly<
  Record<
    string,
    {
      readonly files: Files;
      readonly findings: readonly string[];
      readonly says?: RegExp;
    }
  >
> = {
  "a canonical link whose skill is shipped": { files: {}, findings: [] },
  "a relay leads over the canonical link": {
    files: {
      ".claude/skills/magpie-one": { link: "../../.agents/skills/magpie-one" },
    },
    findings: ["archive-link-chained .claude/skills/magpie-one"],
    says:
      /skills\/one itself, or keep the link out: add the line `\/\.claude\/skills\/magpie-one export-ignore`/,
  },
  "a relay that is kept out": {
    files: {
      ".claude/skills/magpie-one": { link: "../../.agents/skills/magpie-one" },
      ".gitattributes": "/.claude export-ignore\n",
    },
    findings: [],
  },
  "what a link leads to is kept out": {
    files: { ".gitattributes": "/skills export-ignore\n" },
    findings: ["archive-link-dangling .agents/skills/magpie-one"],
    says: /export-ignore keeps skills out/,
  },
  "all of a folder that a link leads to is kept out by its own attributes": {
    files: { "skills/one/.gitattributes": "* export-ignore\n" },
    findings: ["archive-link-dangling .agents/skills/magpie-one"],
    says: /export-ignore keeps skills out/,
  },
  "a link leads to what is ignored": {
    files: {
      ".gitignore": "/built\n",
      "built/x": "x",
      "docs/built": { link: "../built/x" },
    },
    findings: ["archive-link-dangling docs/built"],
    says: /built is not staged/,
  },
  "a link leads over a folder that is a link": {
    files: { "docs/skill": { link: "../.agents/skills/magpie-one/SKILL.md" } },
    findings: ["archive-link-chained docs/skill"],
  },
  "links lead out, and in a circle": {
    files: {
      "docs/a": { link: "/etc/hosts" },
      "docs/b": { link: "../../b" },
      "docs/c": { link: "c" },
    },
    findings: [
      "archive-link-dangling docs/a",
      "archive-link-dangling docs/b",
      "link-cycle docs/c",
    ],
  },
};

Deno.test("lint --archive holds the links of the staged tree to what git archive ships", async (t) => {
  await using temp = await tempDir();
  const table = Object.entries(CASES).map((
    [name, { files, findings, says }],
    number,
  ) =>
    [name, async () => {
      const adopter = adopterAt(temp.join(`case-${number}`));
      await adopter.write({ ...SOUND, ...files });
      await git(adopter.path, ["init", "-q", "-b", "main"]);
      await git(adopter.path, ["add", "-A"]);
      // The working tree is not what is shipped.
      await Deno.remove(`${adopter.path}/.gitattributes`).catch(() => {});
      const ran = await run(adopter, ["lint", "--archive", "--json"]);
      const document = ran.json<ArchiveDocument>();
      const seen = document.findings.filter(({ message, level }) =>
        level === "error" && message.includes("archive")
      );
      assert.deepEqual(
        seen.map(({ rule, path }) => `${rule} ${path}`),
        findings,
      );
      assert.equal(ran.code, findings.length === 0 ? 0 : 1);
      if (says !== undefined) {
        assert.match(`${seen[0]?.message}: ${seen[0]?.fix}`, says);
      }
      assert.equal(
        document.archive.tree,
        await git(adopter.path, ["write-tree"]),
      );
      assert.equal(document.archive.staged, true);
    }] as const
  );
  await steps(t, Object.fromEntries(table));

  await t.step(
    "with nothing staged it is the archive of HEAD, and says so",
    async () => {
      const adopter = adopterAt(temp.join("head"));
      await adopter.write(SOUND);
      await git(adopter.path, ["init", "-q", "-b", "main"]);
      await adopter.commit();
      const ran = await run(adopter, ["lint", "--archive"]);
      assert.equal(ran.code, 0);
      assert.match(ran.stdout, /archive of HEAD, as nothing else is staged/);
      await adopter.write({ "more.md": "x" });
      const unstaged = await run(adopter, ["lint", "--archive", "--json"]);
      assert.equal(unstaged.json<ArchiveDocument>().archive.staged, false);
    },
  );

  await t.step("an empty repository has an empty archive", async () => {
    const adopter = adopterAt(temp.join("empty"));
    await Deno.mkdir(adopter.path);
    await git(adopter.path, ["init", "-q", "-b", "main"]);
    const ran = await run(adopter, ["lint", "--archive", "--json"]);
    assert.equal(ran.code, 0);
    assert.equal(ran.json<ArchiveDocument>().archive.files, 0);
  });

  await t.step(
    "a conflict that is not settled, and a place without git, end in exit code 2",
    async () => {
      const adopter = adopterAt(temp.join("conflict"));
      await adopter.write({ "a.md": "one" });
      await git(adopter.path, ["init", "-q", "-b", "main"]);
      await adopter.commit();
      await git(adopter.path, ["switch", "-q", "-c", "other"]);
      await adopter.write({ "a.md": "two" });
      await adopter.commit();
      await git(adopter.path, ["switch", "-q", "main"]);
      await adopter.write({ "a.md": "three" });
      await adopter.commit();
      await git(adopter.path, ["merge", "-q", "other"]).catch(() => {});
      const ran = await run(adopter, ["lint", "--archive"]);
      assert.equal(ran.code, 2);
      assert.match(ran.stdout + ran.stderr, /a\.md is not merged yet/);
      const bare = adopterAt(temp.join("bare"));
      await bare.write({ "skill-sources.md": "# None\n" });
      const none = await run(bare, ["lint", "--no-git", "--archive"]);
      assert.equal(none.code, 2);
      assert.match(none.stdout + none.stderr, /without git/);
    },
  );
});

Deno.test("a staged link with a text that no system takes is a fault, and not followed", async () => {
  await using temp = await tempDir();
  const adopter = adopterAt(temp.path);
  await adopter.write({ "d/a": "a" });
  await git(temp.path, ["init", "-q"]);
  await git(temp.path, ["add", "-A"]);
  const id = await git(temp.path, ["hash-object", "-w", "--stdin"], {
    input: `${"d/../".repeat(1_000_000)}d/a`,
  });
  await git(temp.path, [
    "update-index",
    "--add",
    "--cacheinfo",
    `120000,${id},long`,
  ]);
  const ran = await run(adopter, ["lint", "--archive", "--json"]);
  assert.equal(ran.code, 1);
  assert.deepEqual(
    ran.json().findings.map(({ rule, path }) => `${rule} ${path}`),
    ["archive-link-dangling long"],
  );
});
