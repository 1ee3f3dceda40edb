import assert from "node:assert/strict";
import fc from "fast-check";
import { evalsRoot } from "../../lib/vouch/evals_root.ts";
import { skillsRoots } from "../../lib/vouch/skills_roots.ts";
import { resolveProvides } from "../../lib/skills/provides.ts";

function entries(...paths: string[]) {
  return paths.map((path) => ({ path, kind: "file" }));
}

function roots(...paths: string[]) {
  return skillsRoots(entries(...paths)).roots
    .map(({ root, skills }) => `${root}: ${skills.join(" ")}`);
}

Deno.test("the usual places of skills are found, the likeliest first", () => {
  assert.deepEqual(roots("skills/a/SKILL.md", "README.md"), ["skills: a"]);
  assert.deepEqual(roots("b/SKILL.md", "a/SKILL.md"), [".: a b"]);
  assert.deepEqual(roots(".claude/skills/a/SKILL.md"), [".claude/skills: a"]);
  assert.deepEqual(roots("tools/skills/a/SKILL.md"), ["tools/skills: a"]);
  assert.deepEqual(
    roots(
      "plugins/one/skills/a/SKILL.md",
      "plugins/two/skills/b/SKILL.md",
      "plugins/two/skills/c/SKILL.md",
    ),
    ["plugins/two/skills: b c", "plugins/one/skills: a"],
  );
  assert.deepEqual(
    roots(
      ".claude/skills/own-1/SKILL.md",
      ".claude/skills/own-2/SKILL.md",
      "skills/a/SKILL.md",
    ),
    ["skills: a", ".claude/skills: own-1 own-2"],
  );
});

Deno.test("examples, tests and templates are not taken for the skills", () => {
  assert.deepEqual(
    roots(
      "tests/fixtures/skills/x/SKILL.md",
      "tests/fixtures/skills/y/SKILL.md",
      "agents/a/SKILL.md",
      "_template/skills/z/SKILL.md",
    )[0],
    "agents: a",
  );
});

Deno.test("what lies inside a skill is no root, and flat siblings are no skills", () => {
  assert.deepEqual(
    roots(
      "skills/a/SKILL.md",
      "skills/a/examples/b/SKILL.md",
      "skills/README.md",
      "skills/shared/notes.md",
    ),
    ["skills: a"],
  );
});

Deno.test("names that break the grammar are told apart", () => {
  const { roots: [root], nearNames, atTop } = skillsRoots(
    entries(
      "SKILL.md",
      "skills/Good_Name/SKILL.md",
      "skills/setup/SKILL.md",
      "skills/ok/SKILL.md",
      "skills/near/Skill.md",
    ),
  );
  assert.deepEqual(root?.skills, ["ok"]);
  assert.deepEqual(root?.misnamed, ["Good_Name", "setup"]);
  assert.deepEqual(nearNames, ["skills/near/Skill.md"]);
  assert.equal(atTop, true);
});

Deno.test("a root that no layout can name is none", () => {
  assert.deepEqual(roots("a[b]/x/SKILL.md", "a*/x/SKILL.md"), []);
});

Deno.test("suites are found apart from the skills and inside them", () => {
  const config = "step-1/fixtures/step-config.json";
  assert.equal(
    evalsRoot(
      entries(`tools/skill-evals/evals/a/${config}`, "skills/a/SKILL.md"),
      ["a"],
    ),
    "tools/skill-evals/evals",
  );
  assert.equal(
    evalsRoot(entries(`skills/a/evals/${config}`), ["a", "b"]),
    "skills",
  );
  assert.equal(evalsRoot(entries(`a/${config}`), ["a"]), ".");
  assert.equal(
    evalsRoot(
      entries(`old/a/${config}`, `evals/a/${config}`, `evals/b/${config}`),
      ["a", "b"],
    ),
    "evals",
  );
  assert.equal(evalsRoot(entries("evals/a/readme.md"), ["a"]), undefined);
});

Deno.test("property: every skill of a root can be provided from it", () => {
  const part = fc.constantFrom("skills", "a", "b-c", "X", ".claude", "plugins");
  const path = fc.tuple(
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom("SKILL.md", "skill.md", "x.md"),
  ).map(([folders, file]) => [...folders, file].join("/"));
  fc.assert(fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
    const all = entries(...paths);
    for (const { root, skills } of skillsRoots(all).roots) {
      const wanted = skills.map((skill) => ({ skill }));
      const { skills: found, findings } = resolveProvides(all, root, wanted);
      assert.deepEqual(found.map(({ name }) => name), skills);
      assert.deepEqual(findings, []);
    }
  }));
});
