import fc from "fast-check";
import type { Finding } from "../../lib/base/finding.ts";
import { type RuleName, RULES } from "../../lib/base/rules.ts";
import type { Report } from "../../lib/report/model.ts";

/** A finding of level error about a line of the trust list. */
export const PLACED: Finding = {
  rule: "pin-changed",
  level: "error",
  message: "The ref differs from the lock.",
  source: "acme",
  path: "skill-sources.md",
  line: 12,
  fix: "skill-sources upgrade acme",
};

/** The report of a `verify` with these findings, as far as nothing else is said. */
export function reportOf(
  findings: readonly Finding[],
  more: Partial<Report> = {},
): Report {
  const failed = findings.some(({ level }) => level === "error");
  return {
    command: "verify",
    exitCode: failed ? 1 : 0,
    completed: true,
    strict: false,
    findings,
    ...more,
  };
}

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(
    fc.constantFrom(
      ..."\r\n%:,]<>&\"'{}[](\\/ .",
      "::error::x",
      "]]>",
      "{0}",
      "[a](https://example.org)",
      "\0",
      "\uFFFE",
      "\uD800",
      "\u202E",
      "\x1b[2J",
    ),
    { maxLength: 12 },
  ).map((parts) => parts.join("")),
);

/** Findings with the texts of an attacker in every place. */
export const anyFinding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constantFrom(...Object.keys(RULES) as RuleName[]),
  level: fc.constantFrom("error", "warning", "note"),
  message: anyText,
  source: anyText,
  skill: anyText,
  path: anyText,
  line: fc.integer({ min: -1, max: 9999 }),
  fix: anyText,
}, { requiredKeys: ["rule", "level", "message"] });
