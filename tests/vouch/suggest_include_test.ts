import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import type { NamedEntry } from "../../lib/tree/named_entry.ts";
import {
  snapshotSizes,
  suggestInclude,
} from "../../lib/vouch/suggest_include.ts";

function entries(paths: readonly string[]): NamedEntry[] {
  return paths.map((path) => ({
    entry: {
      path: new TextEncoder().encode(path),
      kind: "file",
      executable: false,
    },
    path: path as SafePath,
    kind: "file",
    executable: false,
  }));
}

const many = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/f${at}.rs`);

function options(skillsRoot: string, ...skills: string[]) {
  return {
    layout: {
      skillsRoot: skillsRoot as SafePath,
      evalsRoot: "tools/skill-evals/evals" as SafePath,
    },
    skillRoots: skills.map((name) =>
      (skillsRoot === "." ? name : `${skillsRoot}/${name}`) as SafePath
    ),
    suiteRoots: [],
  };
}

Deno.test("a large source with a few skills is narrowed, a small one or one of skills is not", () => {
  const advisable = (paths: readonly string[], root = "skills") =>
    snapshotSizes(entries(paths), options(root, "a")).advisable;
  assert.equal(advisable(["skills/a/SKILL.md", ...many("src", 400)]), true);
  assert.equal(advisable(["skills/a/SKILL.md", ...many("src", 40)]), false);
  assert.equal(
    advisable(["skills/a/SKILL.md", ...many("skills/a/x", 400)]),
    false,
  );
  // At the root nothing that speaks to agents would be left out otherwise.
  assert.equal(advisable(["a/SKILL.md", "CLAUDE.md"], "."), true);
  assert.equal(advisable(["a/SKILL.md"], "."), false);
});

Deno.test("what the skills refer to is suggested, and nothing else", () => {
  const all = entries([
    "skills/a/SKILL.md",
    "skills/a/own.md",
    "skills/b/SKILL.md",
    "docs/guide.md",
    "docs/other.md",
    "lib/one.md",
    "lib/two.md",
    "lib/three.md",
    "lib/four.md",
    "assets/logo.png",
    ...many("src", 400),
  ]);
  const text = [
    "[own](own.md) [guide](../../docs/guide.md#x) [gone](../../gone.md)",
    "[out](../../../etc/passwd) [web](https://example.org/docs/other.md)",
    "![logo](../../assets/logo.png) [all](../../src/)",
    "[1](../../lib/one.md) [2](../../lib/two.md) [3](../../lib/three.md)",
    "[4](../../lib/four.md) [beside](../)",
  ].join("\n");
  assert.deepEqual(
    suggestInclude(
      all,
      options("skills", "a"),
      new Map([["skills/a/SKILL.md", text]]),
    ),
    ["assets/logo.png", "docs/guide.md", "lib"],
  );
});

Deno.test("many references take time in proportion to their number", () => {
  const files = many("docs/x", 10_000).map((path, at) =>
    `${path}${at % 7}/y.md`
  );
  const all = entries(["skills/a/SKILL.md", ...files]);
  const text = files.map((path) => `[x](../../${path})`).join("\n");
  const include = suggestInclude(
    all,
    options("skills", "a"),
    new Map([["skills/a/SKILL.md", text]]),
  );
  assert.equal(include.length, 20);
});
