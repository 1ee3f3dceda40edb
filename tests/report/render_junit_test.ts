import assert from "node:assert/strict";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { renderJunit } from "../../lib/report/render_junit.ts";
import { anyFinding, PLACED, reportOf } from "./findings.ts";

/** The elements of a document with their attributes; throws for what is not well-formed. */
function elements(xml: string) {
  const parser = new SaxesParser();
  const found: { name: string; attributes: Record<string, string> }[] = [];
  parser.on("opentag", ({ name, attributes }) => {
    found.push({ name, attributes: { ...attributes } as never });
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

function named(xml: string, name: string) {
  return elements(xml).filter((element) => element.name === name)
    .map(({ attributes }) => attributes);
}

Deno.test("errors fail, other findings pass and have their text", () => {
  const xml = renderJunit(reportOf([
    PLACED,
    { rule: "outdated", level: "note", message: "Old <v1>.", source: "acme" },
  ]));
  assert.equal(
    xml,
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="skill-sources" tests="3" failures="1" errors="0" skipped="0" time="0">
  <testsuite name="skill-sources verify" tests="3" failures="1" errors="0" skipped="0" time="0">
    <testcase name="skill-sources verify" classname="skill-sources" time="0"/>
    <testcase name="pin-changed skill-sources.md" classname="skill-sources.verify.acme" file="skill-sources.md" line="12" time="0">
      <failure message="The ref differs from the lock." type="pin-changed">error: skill-sources.md:12: The ref differs from the lock. [pin-changed]
fix: skill-sources upgrade acme</failure>
    </testcase>
    <testcase name="outdated" classname="skill-sources.verify.acme" time="0">
      <system-out>note: Old &lt;v1&gt;. [outdated]</system-out>
    </testcase>
  </testsuite>
</testsuites>
`,
  );
});

Deno.test("warnings fail under --strict alone", () => {
  const findings = [{ ...PLACED, level: "warning" as const }];
  const failures = (strict: boolean) =>
    named(
      renderJunit(reportOf(findings, { strict, exitCode: strict ? 1 : 0 })),
      "failure",
    ).length;
  assert.equal(failures(false), 0);
  assert.equal(failures(true), 1);
});

Deno.test("a run that fails without a failing finding fails as a test case", () => {
  const xml = renderJunit(reportOf([], { exitCode: 130 }));
  assert.deepEqual(named(xml, "failure").map(({ message }) => message), [
    "exit code 130",
  ]);
});

Deno.test("a test reporter that knows a case by its name is given each name once", () => {
  const xml = renderJunit(reportOf([PLACED, { ...PLACED, line: 40 }, PLACED]));
  assert.deepEqual(named(xml, "testcase").map(({ name }) => name), [
    "skill-sources verify",
    "pin-changed skill-sources.md",
    "pin-changed skill-sources.md (2)",
    "pin-changed skill-sources.md (3)",
  ]);
});

Deno.test("whatever a finding quotes, the document is well-formed XML 1.0 and counts right", () => {
  fc.assert(fc.property(
    fc.array(anyFinding, { maxLength: 8 }),
    fc.boolean(),
    (findings, strict) => {
      const xml = renderJunit(reportOf(findings, { strict }));
      const [suite] = named(xml, "testsuite");
      assert.equal(suite!.tests, `${named(xml, "testcase").length}`);
      assert.equal(suite!.tests, `${findings.length + 1}`);
      assert.equal(suite!.failures, `${named(xml, "failure").length}`);
    },
  ));
});
