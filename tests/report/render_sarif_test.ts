import assert from "node:assert/strict";
import fc from "fast-check";
import type { Finding } from "../../lib/base/finding.ts";
import { MAX_SARIF_BYTES, MAX_SARIF_RESULTS } from "../../lib/base/limits.ts";
import { renderSarif } from "../../lib/report/render_sarif.ts";
import { sarifSchemaFaults } from "../support/sarif_schema.ts";
import { anyFinding, PLACED, reportOf } from "./findings.ts";

// deno-lint-ignore no-explicit-any -- the document of a fixed, validated format
function runOf(text: string): any {
  const log = JSON.parse(text);
  assert.equal(log.version, "2.1.0");
  assert.equal(log.runs.length, 1);
  return log.runs[0];
}

Deno.test("a finding is a result with its place, and its rule is described", () => {
  const text = renderSarif(reportOf([PLACED]));
  assert.deepEqual(sarifSchemaFaults(JSON.parse(text)), []);
  const { results, tool, invocations } = runOf(text);
  const [{ partialFingerprints, ...result }] = results;
  assert.deepEqual(result, {
    ruleId: "pin-changed",
    level: "error",
    message: {
      text: "The ref differs from the lock.\nfix: skill-sources upgrade acme",
    },
    locations: [{
      physicalLocation: {
        artifactLocation: {
          uri: "skill-sources.md",
          uriBaseId: "%SRCROOT%",
        },
        region: { startLine: 12 },
      },
      logicalLocations: [{
        name: "acme",
        fullyQualifiedName: "acme",
        kind: "source",
      }],
    }],
  });
  assert.match(partialFingerprints.primaryLocationLineHash, /^[0-9a-f]{64}:1$/);
  assert.deepEqual(invocations, [{ executionSuccessful: true, exitCode: 1 }]);
  const [rule] = tool.driver.rules;
  assert.equal(tool.driver.rules.length, 1);
  assert.equal(rule.id, "pin-changed");
  assert.match(rule.helpUri, /^https:\/\/.*\/docs\/rules\.md#pin-changed$/);
  assert.match(rule.help.text, /^The trust list differs from the committed/);
});

Deno.test("a document without findings is one", () => {
  const text = renderSarif(reportOf([]));
  assert.deepEqual(sarifSchemaFaults(JSON.parse(text)), []);
  assert.deepEqual(runOf(text).results, []);
});

Deno.test("a fingerprint outlasts an edit above, and tells twins apart", () => {
  const prints = (findings: readonly Finding[]) =>
    runOf(renderSarif(reportOf(findings))).results
      .map((result: { partialFingerprints: Record<string, string> }) =>
        result.partialFingerprints["skillSourcesFinding/v1"]
      );
  const at = (line: number): Finding => ({
    rule: "value-invalid",
    level: "error",
    message:
      `skill-sources.md:${line}:9: \`x\` is no commit, see line ${line}.`,
    source: "acme",
    path: "skill-sources.md",
    line,
  });
  assert.deepEqual(prints([at(3)]), prints([at(70)]));
  assert.equal(new Set(prints([at(3), at(3), at(8)])).size, 3);
  const others: Partial<Finding>[] = [
    { rule: "pin-changed" },
    { source: "other" },
    { skill: "x" },
    { path: "other.md" },
    { message: "Another." },
  ];
  for (const other of others) {
    assert.notDeepEqual(prints([at(3)]), prints([{ ...at(3), ...other }]));
  }
});

Deno.test("a path is a relative uri, whatever its name looks like", () => {
  const places = [
    ["a b/ü#?%.md", "a%20b/%C3%BC%23%3F%25.md", true],
    ["https:x/y", "https%3Ax/y", true],
    ["javascript:alert(1)", "javascript%3Aalert(1)", true],
    ["../out/a.md", "../out/a.md", false],
    ["/tmp/a b", "file:///tmp/a%20b", false],
    ["C:\\a\\b", "file:///C:/a/b", false],
    ["skills\\good/a.md", "skills%5Cgood/a.md", true],
    ["a\ud800", "a%EF%BF%BD", true],
  ] as const;
  for (const [path, uri, based] of places) {
    const [result] =
      runOf(renderSarif(reportOf([{ ...PLACED, path }]))).results;
    const { artifactLocation } = result.locations[0].physicalLocation;
    assert.deepEqual(artifactLocation, {
      uri,
      ...(based ? { uriBaseId: "%SRCROOT%" } : {}),
    });
  }
});

Deno.test("a text out of a source makes no link and no placeholder in a viewer", () => {
  const message = "see [click](https://evil.example) and {0}\u202e";
  const [result] =
    runOf(renderSarif(reportOf([{ rule: "drift", level: "error", message }])))
      .results;
  assert.equal(
    result.message.text,
    "see \\[click\\](https://evil.example) and {{0}}\\\\u{{202e}}",
  );
});

Deno.test("more than 25,000 findings: the errors stay, a last note counts the rest", () => {
  const note: Finding = { rule: "outdated", level: "note", message: "Old." };
  const many = Array.from({ length: MAX_SARIF_RESULTS }, () => note);
  const whole = runOf(renderSarif(reportOf(many))).results;
  assert.equal(whole.length, MAX_SARIF_RESULTS);
  assert.ok(
    whole.every(({ ruleId }: { ruleId: string }) => ruleId === "outdated"),
  );
  const { results, tool } = runOf(renderSarif(reportOf([...many, PLACED])));
  assert.equal(results.length, MAX_SARIF_RESULTS);
  assert.equal(results[0].ruleId, "pin-changed");
  assert.equal(results.at(-1).ruleId, "report-cut");
  assert.match(results.at(-1).message.text, /^2 more findings are left out/);
  assert.deepEqual(
    tool.driver.rules.map(({ id }: { id: string }) => id),
    ["outdated", "pin-changed", "report-cut"],
  );
});

Deno.test("more than 10 MB: cut at whole results, and one endless message does not push out the others", () => {
  const long: Finding = { ...PLACED, message: "é".repeat(6_000_000) };
  assert.equal(runOf(renderSarif(reportOf([long, PLACED]))).results.length, 2);
  const text = renderSarif(reportOf([
    ...Array.from({ length: 1000 }, (): Finding => ({
      ...PLACED,
      level: "warning",
      message: "é".repeat(8000),
    })),
    PLACED,
  ]));
  assert.ok(new TextEncoder().encode(text).length <= MAX_SARIF_BYTES);
  const { results } = runOf(text);
  assert.equal(results[0].level, "error");
  assert.equal(results.at(-1).ruleId, "report-cut");
  const left = /^(\d+) more/.exec(results.at(-1).message.text)!;
  assert.equal(results.length - 1 + Number(left[1]), 1001);
});

Deno.test("whatever a finding quotes, the document holds against the schema of SARIF 2.1.0", () => {
  fc.assert(fc.property(fc.array(anyFinding, { maxLength: 8 }), (findings) => {
    const text = renderSarif(reportOf(findings));
    assert.deepEqual(sarifSchemaFaults(JSON.parse(text)), []);
    assert.equal(runOf(text).results.length, findings.length);
  }));
});
