import assert from "node:assert/strict";
import type { SkillName } from "../../lib/base/ids.ts";
import { nameClashes } from "../../lib/skills/name_clashes.ts";

function clashes(
  ...skills: [source: string, name: string, declaredName?: string][]
): string[] {
  return nameClashes(
    skills.map(([source, name, declaredName]) => ({
      source,
      name: name as SkillName,
      ...(declaredName === undefined ? {} : { declaredName }),
    })),
    "magpie-",
  ).map((finding) => {
    assert.deepEqual([finding.rule, finding.level], ["skill-name", "error"]);
    return `${finding.source}/${finding.skill}`;
  });
}

Deno.test("skills with names of their own do not clash", () => {
  assert.deepEqual(
    clashes(["a", "x", "magpie-x"], ["a", "y", "y"], ["b", "z"]),
    [],
  );
});

Deno.test("two skills that declare one foreign name are both at fault", () => {
  assert.deepEqual(
    clashes(["a", "x", "magpie-shared"], ["a", "y", "magpie-shared"]),
    ["a/x", "a/y"],
  );
});

Deno.test("names equal only after NFKC and lower-casing", () => {
  assert.deepEqual(
    clashes(["a", "x", "My Skill"], ["b", "y", "my skill"]),
    ["a/x", "b/y"],
  );
  assert.deepEqual(
    clashes(["a", "x", "ｓｈａｒｅｄ"], ["b", "y", "shared"]),
    ["a/x", "b/y"],
  );
});

Deno.test("claiming another skill's name never pushes that skill out", () => {
  assert.deepEqual(
    clashes(["good", "scan", "magpie-scan"], ["evil", "x", "Magpie-Scan"]),
    ["evil/x"],
  );
  assert.deepEqual(
    clashes(["good", "scan", "scan"], ["evil", "x", "scan"]),
    ["evil/x"],
  );
});

Deno.test("a link name is taken even when its skill declares nothing", () => {
  assert.deepEqual(
    clashes(["good", "scan"], ["evil", "x", "magpie-scan"]),
    ["evil/x"],
  );
});

Deno.test("two skills of one folder name are the link plan's matter", () => {
  assert.deepEqual(
    clashes(["a", "scan", "magpie-scan"], ["b", "scan", "magpie-scan"]),
    [],
  );
});
