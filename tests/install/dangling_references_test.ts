import assert from "node:assert/strict";
import type { SafePath, SkillName } from "../../lib/base/ids.ts";
import { danglingReferences } from "../../lib/install/dangling_references.ts";

/** What is said of a snapshot that holds `files` and lacks `leftOut`. */
function said(
  files: Record<string, string>,
  leftOut: readonly string[] = [],
  { include, links = [] }: {
    include?: readonly SafePath[];
    links?: readonly string[];
  } = {},
): string[] {
  const names = new Set(
    Object.keys(files).map((path) => path.split("/")[1]!),
  );
  return danglingReferences({
    paths: Object.keys(files),
    leftOut,
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "evals" as SafePath,
      ...(include === undefined ? {} : { include }),
    },
    skills: [...names].map((name) => ({
      name: name as SkillName,
      root: `skills/${name}` as SafePath,
      via: { skill: name as SkillName },
    })),
    readText: (path) => files[path],
    reaches: (path) => links.includes(path),
  }).map(({ message, fix }) =>
    fix === undefined ? message : `${message}; ${fix}`
  );
}

Deno.test("many skills that refer to one left-out file are told once", () => {
  const files = Object.fromEntries(
    ["a", "b", "c"].map((name) => [
      `skills/${name}/SKILL.md`,
      "See [rules](../../AGENTS.md).",
    ]),
  );
  assert.deepEqual(said(files, ["AGENTS.md"], { include: [] }), [
    'skills/a/SKILL.md:1 refers (and 2 more places do) to ../../AGENTS.md, which the snapshot leaves out; add "- AGENTS.md" to layout.include',
  ]);
});

Deno.test("where the whole tree is taken, the line that mends it does not narrow it", () => {
  assert.deepEqual(
    said({ "skills/a/SKILL.md": "[x](../../.github/x.md)" }, [".github/x.md"]),
    [
      'skills/a/SKILL.md:1 refers to ../../.github/x.md, which the snapshot leaves out; set layout.include to ["."], which takes everything',
    ],
  );
});

Deno.test("a link to what the source does not have warns, a file of the reader's folder does not", () => {
  assert.deepEqual(
    said({
      "skills/a/SKILL.md": "[gone](gone.md) and `../../up.md`\n" +
        "Run `tool --out ./result.json`.",
    }),
    [
      "skills/a/SKILL.md:1 refers to gone.md, which the source does not have",
      "skills/a/SKILL.md:1 refers to ../../up.md, which the source does not have",
    ],
  );
});

Deno.test("a command that names a left-out file of the source warns", () => {
  assert.equal(
    said({ "skills/a/SKILL.md": "Run `./.vscode/run.sh`." }, [
      "skills/a/.vscode/run.sh",
    ]).length,
    1,
  );
});

Deno.test("a folder that is left out is named like a file", () => {
  assert.match(
    said({ "skills/a/SKILL.md": "[docs](../../docs/)" }, ["docs/x.md"], {
      include: [],
    })[0]!,
    /add "- docs" to layout\.include/,
  );
});

Deno.test("a reference over a kept link is no dangling one", () => {
  const files = { "skills/a/SKILL.md": "[x](shared/x.md)" };
  assert.equal(said(files, [], { links: ["skills/a/shared/x.md"] }).length, 0);
});

Deno.test("what leads out of the source warns in each file", () => {
  assert.equal(
    said({
      "skills/a/SKILL.md": "[x](../../../x.md)",
      "skills/b/SKILL.md": "[x](../../../x.md)",
    }).length,
    2,
  );
});

Deno.test("twenty targets are named, the rest is counted", () => {
  const text = Array.from({ length: 25 }, (_, at) => `[x](gone-${at}.md)`);
  const messages = said({ "skills/a/SKILL.md": text.join("\n") });
  assert.equal(messages.length, 21);
  assert.equal(
    messages.at(-1),
    "5 more paths that skills refer to are not in the snapshot",
  );
});

Deno.test("text without end is searched so far, and it says so", () => {
  const text = "[x](gone.md) ".repeat(80_000);
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`skills/a/${i}.md`, text]),
  );
  const start = performance.now();
  assert.match(said(files).at(-1) ?? "", /not looked at/);
  assert.ok(performance.now() - start < 10_000);
});
