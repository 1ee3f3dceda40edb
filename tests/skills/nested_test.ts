import assert from "node:assert/strict";
import type { SafePath, SkillName } from "../../lib/base/ids.ts";
import { nestedSkills } from "../../lib/skills/nested.ts";

Deno.test("a SKILL.md below a provided skill is named, in any case", () => {
  const skills = [
    { name: "a" as SkillName, root: "skills/a" as SafePath },
    { name: "b" as SkillName, root: "b" as SafePath },
  ];
  const paths = [
    "SKILL.md",
    "skills/SKILL.md",
    "skills/a/SKILL.md",
    "skills/a/x/y/SKILL.md",
    "skills/a/x/skill.md",
    "skills/ab/x/SKILL.md",
    "skills/other/x/SKILL.md",
    "b/c/SKILL.md",
    "skills/a/x/NOSKILL.md",
  ];
  const findings = nestedSkills(paths, skills);
  assert.deepEqual(
    findings.map(({ rule, level, path, skill }) => [rule, level, path, skill]),
    [
      ["nested-skill", "warning", "skills/a/x/y/SKILL.md", "a"],
      ["nested-skill", "warning", "skills/a/x/skill.md", "a"],
      ["nested-skill", "warning", "b/c/SKILL.md", "b"],
    ],
  );
});
