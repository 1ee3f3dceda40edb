import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError } from "../../lib/base/errors.ts";
import type { Finding } from "../../lib/base/finding.ts";
import {
  applySuppressions,
  isSuppressed,
  parseSuppressions,
} from "../../lib/scan/suppressions.ts";

const FILE = ".skill-sources-scan.yml";
const GOOD =
  "- rule: concealment\n  path: acme/skills/a\n  reason: we looked at it\n";

function finding(path: string, rule: Finding["rule"] = "concealment"): Finding {
  return { rule, level: "warning", message: "x", path };
}

Deno.test("a suppression counts for its rule, at its path and below", () => {
  const suppressions = parseSuppressions(GOOD, FILE);
  for (
    const path of [
      ".apache-magpie-sources/acme/skills/a/SKILL.md",
      ".apache-magpie-sources/acme/skills/a",
      "acme/skills/a/b/c.md",
    ]
  ) assert.ok(isSuppressed(finding(path), suppressions), path);
  for (
    const path of [
      ".apache-magpie-sources/acme/skills/ab/SKILL.md",
      ".apache-magpie-sources/other/skills/a/SKILL.md",
      "skills/a/SKILL.md",
    ]
  ) assert.ok(!isSuppressed(finding(path), suppressions), path);
  assert.ok(
    !isSuppressed(finding("acme/skills/a/x", "secret-sent"), suppressions),
  );
});

Deno.test("what a suppression no longer meets is a note with its line", () => {
  const suppressions = parseSuppressions(
    `${GOOD}- rule: near-name\n  path: acme\n  reason: ours\n`,
    FILE,
  );
  const { findings, suppressed } = applySuppressions(
    [finding("acme/skills/a/x.md"), finding("b.md")],
    suppressions,
  );
  assert.equal(suppressed, 1);
  assert.deepEqual(
    findings.map(({ rule, level, line }) => [rule, level, line]),
    [
      ["concealment", "warning", undefined],
      ["scan-suppression-unused", "note", 4],
    ],
  );
});

Deno.test("a suppression that is not whole is an error with its line and column", () => {
  const cases: Readonly<Record<string, string>> = {
    "- rule: concealment\n  path: a\n": `${FILE}:1:3: `,
    "- rule: concealment\n  path: a\n  reason: ''\n": `${FILE}:3:11: `,
    "- rule: concealment\n  path: a\n  reason:\n": `${FILE}:3:`,
    "- rule: conceal\n  path: a\n  reason: x\n": `${FILE}:1:9: `,
    "- rule: hidden-coment\n  path: a\n  reason: x\n":
      `${FILE}:1:9: The rule "hidden-coment" is not known: did you mean hidden-comment`,
    "- rule: concealment\n  paht: a\n  reason: x\n":
      `${FILE}:2:3: The key "paht" is not known: did you mean path`,
    "- rule: concealment\n  path: '*'\n  reason: x\n": `${FILE}:2:9: `,
    "- rule: concealment\n  path: ../a\n  reason: x\n": `${FILE}:2:9: `,
    "- rule: concealment\n  path: /a\n  reason: x\n": `${FILE}:2:9: `,
    "- rule: concealment\n  path: .\n  reason: x\n": `${FILE}:2:9: `,
    "rule: concealment\n": `${FILE}:1:1: `,
    "- concealment\n": `${FILE}:1:3: `,
    "- rule: [a\n": `${FILE}:`,
  };
  for (const [text, begin] of Object.entries(cases)) {
    assert.throws(() => parseSuppressions(text, FILE), (error) => {
      assert.ok(error instanceof ConfigError, text);
      assert.equal(error.code, "scan-suppression-invalid");
      assert.ok(error.message.startsWith(begin), error.message);
      return true;
    });
  }
});

Deno.test("an empty file suppresses nothing; any text is read or refused", () => {
  assert.deepEqual(parseSuppressions("# nothing yet\n", FILE), []);
  fc.assert(fc.property(fc.string(), (text) => {
    try {
      parseSuppressions(text, FILE);
    } catch (error) {
      assert.ok(error instanceof ConfigError);
    }
  }));
});
