import assert from "node:assert/strict";
import fc from "fast-check";
import type {
  OrganizationName,
  SafePath,
  SkillName,
  SourceId,
} from "../../lib/base/ids.ts";
import { parsePointer } from "../../lib/skills/parse_pointer.ts";
import type { Pointer } from "../../lib/skills/pointer.ts";
import { reconcilePointers } from "../../lib/skills/reconcile_pointers.ts";

const FILE = "skills/acme-scan/source.md";
const GOOD = `---
source: acme            # the trust list's id
organization: independent
skill_path: skills/acme-scan
evals_path: tools/skill-evals/evals/acme-scan
---

# acme-scan
`;

function parse(text: string | Uint8Array, besideSkill = false) {
  const bytes = typeof text === "string"
    ? new TextEncoder().encode(text)
    : text;
  return parsePointer(bytes, { file: FILE, besideSkill });
}

Deno.test("a pointer reads, also with CRLF and a byte order mark", () => {
  const pointer = {
    file: FILE,
    name: "acme-scan",
    source: "acme",
    organization: "independent",
    skillPath: "skills/acme-scan",
    evalsPath: "tools/skill-evals/evals/acme-scan",
  };
  assert.deepEqual(parse(GOOD), { pointer, findings: [] });
  assert.deepEqual(parse(`\ufeff${GOOD.replaceAll("\n", "\r\n")}`), {
    pointer,
    findings: [],
  });
});

Deno.test("a SKILL.md beside the pointer is an error", () => {
  const { findings } = parse(GOOD, true);
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["pointer-invalid", "error"],
  ]);
});

const invalid: [string, string | Uint8Array][] = [
  ["no frontmatter", "# acme-scan\n"],
  ["source missing", GOOD.replace(/source: .*\n/, "")],
  ["organization missing", GOOD.replace(/organization: .*\n/, "")],
  ["skill_path missing", GOOD.replace(/skill_path: .*\n/, "")],
  ["evals_path missing", GOOD.replace(/evals_path: .*\n/, "")],
  ["source without a value", GOOD.replace(/source: .*\n/, "source:\n")],
  ["source that is a list", GOOD.replace(/source: .*\n/, "source: [acme]\n")],
  ["source that breaks the grammar", GOOD.replace("acme ", "../acme ")],
  ["a path that climbs out", GOOD.replace("skills/acme", "../skills/acme")],
  [
    "a path with a final slash",
    GOOD.replace("skills/acme-scan\n", "skills/acme-scan/\n"),
  ],
  ["duplicate key", GOOD.replace("---\n\n", "source: evil\n---\n\n")],
  ["invalid UTF-8", new Uint8Array([0xff])],
  ["too large", GOOD + " ".repeat(256 * 1024)],
];
for (const [name, text] of invalid) {
  Deno.test(`pointer-invalid: ${name}`, () => {
    const { pointer, findings } = parse(text);
    assert.equal(pointer, undefined);
    assert.ok(findings.length > 0);
    for (const finding of findings) {
      assert.equal(finding.rule, "pointer-invalid");
      assert.equal(finding.level, "error");
      assert.equal(finding.path, FILE);
    }
  });
}

Deno.test("a pointer in bytes that are no text is called that", () => {
  const text = new TextEncoder().encode(GOOD);
  const { findings } = parse(Uint8Array.from([...text, 0xff]));
  assert.match(findings[0]!.message, /must be UTF-8/);
});

Deno.test("a fault in a value carries its line", () => {
  const { findings } = parse(GOOD.replace("acme ", "ACME "));
  assert.equal(findings[0]?.line, 2);
  assert.match(findings[0]!.message, /^skills\/acme-scan\/source\.md:2: /);
});

const source = (change = {}) => ({
  id: "acme" as SourceId,
  organization: "independent" as OrganizationName,
  layout: {
    skillsRoot: "skills" as SafePath,
    evalsRoot: "tools/skill-evals/evals" as SafePath,
  },
  ...change,
});
const installed = (name = "acme-scan") => ({
  source: "acme",
  name: name as SkillName,
  root: `skills/${name}` as SafePath,
});
function reconcile(
  change: Partial<Record<keyof Pointer, string>>,
  sources = [source()],
  skills = [installed()],
): string[] {
  const pointer = { ...parse(GOOD).pointer!, ...change } as Pointer;
  return reconcilePointers([pointer], sources, skills)
    .map(({ rule, level, message }) => `${level} ${rule}: ${message}`);
}

Deno.test("a pointer to a provided skill is fulfilled", () => {
  assert.deepEqual(reconcile({}), []);
});

Deno.test("a pointer to a source that is not trusted is an error", () => {
  assert.match(
    reconcile({ source: "evil" })[0]!,
    /^error pointer-unknown-source/,
  );
  assert.match(reconcile({}, [])[0]!, /^error pointer-unknown-source/);
});

Deno.test("an unfulfilled pointer warns", () => {
  const cases: [string[], RegExp][] = [
    [reconcile({ organization: "other" }), /organization/],
    [reconcile({ skillPath: "skills/other" }), /no provided skill/],
    [reconcile({ skillPath: "acme-scan" }), /no provided skill/],
    [reconcile({ evalsPath: "evals/acme-scan" }), /suite/],
    [reconcile({}, [source()], []), /run setup/],
  ];
  for (const [findings, message] of cases) {
    assert.equal(findings.length, 1);
    assert.match(findings[0]!, /^warning pointer-unfulfilled/);
    assert.match(findings[0]!, message);
  }
});

Deno.test("property: any damage is a pointer or findings, never an exception", () => {
  fc.assert(
    fc.property(
      fc.nat(GOOD.length),
      fc.nat(6),
      fc.string({ unit: "binary", maxLength: 4 }),
      (at, remove, insert) => {
        const reading = parse(
          GOOD.slice(0, at) + insert + GOOD.slice(at + remove),
        );
        assert.ok(reading.pointer !== undefined || reading.findings.length > 0);
      },
    ),
    { numRuns: 1000 },
  );
});
