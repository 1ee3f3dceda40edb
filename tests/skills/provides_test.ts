import assert from "node:assert/strict";
import fc from "fast-check";
import type { SafePath, SkillName } from "../../lib/base/ids.ts";
import { resolveProvides } from "../../lib/skills/provides.ts";
import type { Provide } from "../../lib/trust/model.ts";

const SKILLS = "skills" as SafePath;
const skill = (name: string): Provide => ({ skill: name as SkillName });
const family = (prefix: string): Provide => ({ family: prefix });
const files = (...paths: string[]) =>
  paths.map((path) => ({ path, kind: "file" }));

function rules(
  resolution: ReturnType<typeof resolveProvides>,
): string[] {
  return resolution.findings.map(({ rule, level }) => `${level} ${rule}`);
}

Deno.test("skills and families, sorted, each once, the exact item first", () => {
  const entries = files(
    "skills/acme-b/SKILL.md",
    "skills/acme-a/SKILL.md",
    "skills/other/SKILL.md",
    "skills/acme/SKILL.md",
  );
  const { skills, findings } = resolveProvides(entries, SKILLS, [
    family("acme"),
    skill("acme-b"),
    skill("other"),
    family("acme"),
  ]);
  assert.deepEqual(skills, [
    { name: "acme-a", root: "skills/acme-a", via: { family: "acme" } },
    { name: "acme-b", root: "skills/acme-b", via: { skill: "acme-b" } },
    { name: "other", root: "skills/other", via: { skill: "other" } },
  ]);
  assert.deepEqual(findings, []);
});

Deno.test("the skills root may be the source's root, or deep", () => {
  assert.equal(
    resolveProvides(files("a/SKILL.md"), ".", [skill("a")]).skills[0]?.root,
    "a",
  );
  assert.equal(
    resolveProvides(
      files("p/q/a/SKILL.md", "p/qa/SKILL.md"),
      "p/q" as SafePath,
      [
        skill("a"),
      ],
    ).skills[0]?.root,
    "p/q/a",
  );
});

Deno.test("an absent skill is unfulfilled and hides no other", () => {
  const resolution = resolveProvides(
    files("skills/a/SKILL.md", "skills/b/README.md"),
    SKILLS,
    [skill("a"), skill("b"), skill("c"), family("d")],
  );
  assert.deepEqual(resolution.skills.map(({ name }) => name), ["a"]);
  assert.deepEqual(
    rules(resolution),
    Array(3).fill("error provides-unfulfilled"),
  );
  assert.match(resolution.findings[0]!.message, /b has no SKILL\.md/);
});

for (const near of ["skill.md", "Skill.md", "SKILL.MD"]) {
  Deno.test(`a near name is an error that says so: ${near}`, () => {
    for (const provides of [skill("acme-a"), family("acme")]) {
      const resolution = resolveProvides(
        files(`skills/acme-a/${near}`, "skills/acme-b/SKILL.md"),
        SKILLS,
        [provides],
      );
      assert.ok(!resolution.skills.some(({ name }) => name === "acme-a"));
      const error = resolution.findings[0]!;
      assert.equal(error.level, "error");
      assert.ok(error.message.includes(near));
      assert.match(error.message, /exactly SKILL\.md/);
    }
  });
}

Deno.test("SKILL.md deeper in a folder, or as a folder, is no skill", () => {
  const resolution = resolveProvides(
    [
      ...files("skills/a/b/SKILL.md"),
      { path: "skills/c/SKILL.md", kind: "directory" },
    ],
    SKILLS,
    [skill("a"), skill("c")],
  );
  assert.deepEqual(resolution.skills, []);
});

Deno.test("a family skips bad names and folders without SKILL.md, with a warning", () => {
  const resolution = resolveProvides(
    files(
      "skills/acme-ok/SKILL.md",
      "skills/acme-Bad/SKILL.md",
      "skills/acme-docs/README.md",
      "skills/acme-\u202e/SKILL.md",
      "skills/acme-file",
    ),
    SKILLS,
    [family("acme")],
  );
  assert.deepEqual(resolution.skills.map(({ name }) => name), ["acme-ok"]);
  assert.deepEqual(
    rules(resolution),
    Array(4).fill("warning provides-skipped"),
  );
  assert.ok(!resolution.findings.some(({ message }) => /\u202e/.test(message)));
});

Deno.test("a family whose matches are all skipped is unfulfilled too", () => {
  const resolution = resolveProvides(files("skills/acme-docs/x"), SKILLS, [
    family("acme"),
  ]);
  assert.deepEqual(rules(resolution), [
    "warning provides-skipped",
    "error provides-unfulfilled",
  ]);
});

Deno.test("a family does not match its bare prefix or a longer word", () => {
  const resolution = resolveProvides(
    files("skills/acme/SKILL.md", "skills/acmex-a/SKILL.md"),
    SKILLS,
    [family("acme")],
  );
  assert.deepEqual(resolution.skills, []);
});

Deno.test("a symlinked skill folder is not a folder", () => {
  const entries = [{ path: "skills/acme-a", kind: "symlink" }];
  const exact = resolveProvides(entries, SKILLS, [skill("acme-a")]);
  assert.deepEqual(exact.skills, []);
  assert.match(exact.findings[0]!.message, /symlink, not a folder/);
  assert.deepEqual(
    rules(resolveProvides(entries, SKILLS, [family("acme")])),
    ["warning provides-skipped", "error provides-unfulfilled"],
  );
});

Deno.test("a reserved or device name is never provided by a family", () => {
  const resolution = resolveProvides(
    files("skills/magpie-setup/SKILL.md", "skills/magpie-x/SKILL.md"),
    SKILLS,
    [family("magpie")],
  );
  assert.deepEqual(resolution.skills.map(({ name }) => name), ["magpie-x"]);
});

Deno.test("property: every provided skill has its file, and order does not matter", () => {
  const part = fc.constantFrom("a", "a-b", "a-c", "SKILL.md", "skill.md", "x");
  const entry = fc.record({
    path: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) =>
      ["s", ...parts].join("/")
    ),
    kind: fc.constantFrom("file", "symlink", "directory"),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
      const provides = [family("a"), skill("x"), skill("a-c")];
      const one = resolveProvides(entries, "s" as SafePath, provides);
      const two = resolveProvides(
        entries.toReversed(),
        "s" as SafePath,
        provides.toReversed(),
      );
      assert.deepEqual(
        one.skills.map(({ root }) => root),
        two.skills.map(({ root }) => root),
      );
      for (const { root } of one.skills) {
        assert.ok(
          entries.some(({ path, kind }) =>
            path === `${root}/SKILL.md` && kind !== "directory"
          ),
        );
      }
    }),
    { numRuns: 500 },
  );
});
