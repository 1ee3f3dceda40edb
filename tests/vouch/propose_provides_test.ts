import assert from "node:assert/strict";
import fc from "fast-check";
import type { SkillName } from "../../lib/base/ids.ts";
import { resolveProvides } from "../../lib/skills/provides.ts";
import { proposeProvides } from "../../lib/vouch/propose_provides.ts";

function propose(names: string, others = "") {
  return proposeProvides(
    names.split(" ").sort() as SkillName[],
    others.split(" "),
  ).map((item) => "skill" in item ? item.skill : `${item.family}-*`).join(" ");
}

Deno.test("a family is proposed only where it is certain", () => {
  assert.equal(propose("acme-a acme-b acme-c"), "acme-*");
  assert.equal(propose("acme-a acme-b"), "acme-a acme-b");
  assert.equal(
    propose("acme-a acme-b acme-c", "acme-shared"),
    "acme-a acme-b acme-c",
  );
  assert.equal(propose("acme-a acme-b acme-c", "shared README.md"), "acme-*");
  assert.equal(
    propose("acme-audit-a acme-audit-b acme-audit-c read-mail"),
    "acme-audit-* read-mail",
  );
  assert.equal(
    propose("acme acme-audit-a acme-audit-b acme-audit-c acme-audit"),
    "acme acme-audit acme-audit-*",
  );
  // A first word that some share says nothing of who made them.
  assert.equal(
    propose("read-a read-b read-c write-a"),
    "read-a read-b read-c write-a",
  );
  assert.equal(propose("setup-a setup-b setup-c"), "setup-a setup-b setup-c");
});

Deno.test("property: what is proposed provides exactly the skills", () => {
  const word = fc.constantFrom("a", "b", "audit", "x1");
  const name = fc.array(word, { minLength: 1, maxLength: 3 })
    .map((words) => words.join("-") as SkillName);
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 20 });
  fc.assert(fc.property(names, fc.nat(), (all, cut) => {
    const skills = all.slice(cut % all.length).sort();
    const others = all.slice(0, cut % all.length);
    const entries = [
      ...skills.map((skill) => ({
        path: `skills/${skill}/SKILL.md`,
        kind: "file",
      })),
      ...others.map((other) => ({
        path: `skills/${other}/x.md`,
        kind: "file",
      })),
    ];
    const provides = proposeProvides(skills, others);
    const found = resolveProvides(entries, "skills" as never, provides);
    assert.deepEqual(found.skills.map(({ name }) => name), skills);
    assert.deepEqual(found.findings, []);
  }));
});
