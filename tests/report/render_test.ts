import assert from "node:assert/strict";
import fc from "fast-check";
import type { Finding } from "../../lib/base/finding.ts";
import { printable } from "../../lib/report/printable.ts";
import { renderJson } from "../../lib/report/render_json.ts";
import { renderText } from "../../lib/report/render_text.ts";

const FINDINGS: readonly Finding[] = [
  {
    rule: "pin-changed",
    level: "error",
    message: "The ref differs from the lock.",
    source: "acme",
    path: "skill-sources.md",
    line: 12,
    fix: "skill-sources upgrade acme",
  },
  { rule: "ignore-missing", level: "warning", message: "A line is missing." },
  {
    rule: "value-invalid",
    level: "error",
    message: "skill-sources.md:3:9: `x` is no commit.",
    source: "other",
    path: "skill-sources.md",
    line: 3,
  },
  {
    rule: "branch-not-pinned",
    level: "note",
    message: "A branch.",
    source: "acme",
  },
];

Deno.test("findings are grouped by source, placed, and counted", () => {
  assert.equal(
    renderText(FINDINGS, { color: false }),
    `warning: A line is missing. [ignore-missing]
acme
  error: skill-sources.md:12: The ref differs from the lock. [pin-changed]
    fix: skill-sources upgrade acme
  note: A branch. [branch-not-pinned]
other
  error: skill-sources.md:3:9: \`x\` is no commit. [value-invalid]
2 errors, 1 warning, 1 note
`,
  );
});

Deno.test("a place that the message begins with is not said twice", () => {
  const path = ".apache-magpie-sources/acme/skills/a/SKILL.md";
  const finding: Finding = {
    rule: "reference-left-out",
    level: "warning",
    source: "acme",
    path,
    line: 7,
    message: "skills/a/SKILL.md:7 refers to b.md.",
  };
  assert.equal(
    renderText([finding], { color: false }),
    `acme
  warning: skills/a/SKILL.md:7 refers to b.md. [reference-left-out]
`,
  );
  assert.match(
    renderText([{ ...finding, message: "SKILL.md is odd." }], { color: false }),
    /warning: \.apache-magpie-sources\/acme\/skills\/a\/SKILL\.md:7: SKILL\.md is odd/,
  );
});

Deno.test("nor the place at the root of a source", () => {
  const finding: Finding = {
    rule: "executable-file",
    level: "warning",
    source: "acme",
    path: ".apache-magpie-sources/acme/read-mail",
    message: "read-mail: 2 files are executable",
  };
  assert.equal(
    renderText([finding], { color: false }),
    `acme
  warning: read-mail: 2 files are executable [executable-file]
`,
  );
});

Deno.test("the one error is not buried behind warnings", () => {
  const finding = (level: Finding["level"], message: string, source?: string) =>
    ({
      rule: "value-invalid",
      level,
      message,
      ...(source === undefined ? {} : { source }),
    }) as Finding;
  const text = renderText([
    finding("note", "n1", "b"),
    finding("warning", "w1", "a"),
    finding("warning", "w2", "b"),
    finding("warning", "w3", "b"),
    finding("note", "n2"),
    finding("error", "e1", "b"),
    finding("error", "e2"),
  ], { color: false });
  assert.deepEqual(
    text.split("\n").map((line) => line.replace(/.*: (\w+) \[.*/, "$1")),
    ["e2", "n2", "b", "e1", "w2", "w3", "n1", "a", "w1"].concat(
      "2 errors, 3 warnings, 2 notes",
      "",
    ),
  );
});

Deno.test("quiet leaves notes and counts out, nothing to say is nothing", () => {
  const text = renderText(FINDINGS, { color: false, quiet: true });
  assert.doesNotMatch(text, /branch-not-pinned|2 errors/);
  assert.equal(renderText([], { color: true }), "");
  assert.equal(renderText([FINDINGS[3]!], { color: true, quiet: true }), "");
});

Deno.test("colour changes nothing but colour", () => {
  const colored = renderText(FINDINGS, { color: true });
  assert.notEqual(colored, renderText(FINDINGS, { color: false }));
  assert.equal(
    // deno-lint-ignore no-control-regex -- our own colours
    colored.replace(/\x1b\[\d+m/g, ""),
    renderText(FINDINGS, { color: false }),
  );
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom("::", "##[", "##", "[", ":", " ", "\n", "error"))
    .map((parts) => parts.join("")),
);
const finding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constant("usage" as const),
  level: fc.constantFrom("error" as const, "warning" as const, "note" as const),
  message: hostile,
  source: hostile,
  skill: hostile,
  path: hostile,
  line: fc.nat(),
  fix: hostile,
}, { requiredKeys: ["rule", "level", "message"] });

Deno.test("a finding that quotes escapes cannot forge lines or colours in text", () => {
  fc.assert(fc.property(fc.array(finding), (findings) => {
    const text = renderText(findings, { color: false });
    assert.equal(printable(text, { newlines: true }), text);
    const most = findings.length * 3 + 1;
    assert.ok(text.split("\n").length - 1 <= most);
  }));
});

Deno.test("JSON is one document, loses nothing and shows no control to a terminal", () => {
  fc.assert(fc.property(fc.array(finding), hostile, (findings, value) => {
    const text = renderJson({
      command: "verify",
      ok: false,
      findings,
      document: { value },
    });
    assert.equal(printable(text, { newlines: true }), text);
    assert.ok(text.endsWith("}\n"));
    assert.deepEqual(
      JSON.parse(text),
      JSON.parse(JSON.stringify({
        schema: "skill-sources/verify@1",
        ok: false,
        findings,
        value,
      })),
    );
  }));
});

Deno.test("a command's document cannot replace schema, ok or findings", () => {
  const document = { ok: true, schema: "x", findings: [], sources: [] };
  const text = renderJson({
    command: "status",
    ok: false,
    findings: FINDINGS,
    document,
  });
  const parsed = JSON.parse(text);
  assert.equal(parsed.ok, false);
  assert.equal(parsed.schema, "skill-sources/status@1");
  assert.equal(parsed.findings.length, FINDINGS.length);
  assert.deepEqual(Object.keys(parsed).slice(0, 3), [
    "schema",
    "ok",
    "findings",
  ]);
});
