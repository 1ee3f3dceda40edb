import type { Finding } from "../base/finding.ts";
import { NAME } from "../base/project.ts";
import type { Report } from "./model.ts";
import { ordinal } from "./ordinal.ts";
import { printable } from "./printable.ts";

/**
 * Writes a run as JUnit XML, as test reporters read it: one test case for the
 * run and one for each finding, which fails when the finding fails the run:
 * errors, and under `--strict` warnings. The others pass and have their text
 * as output. A name has no line number, so a case is the same case after an
 * edit above it.
 */
export function renderJunit(report: Report): string {
  const { command, findings, exitCode } = report;
  const fails = ({ level }: Finding) =>
    level === "error" || (report.strict && level === "warning");
  const failures = findings.filter(fails).length;
  // The run itself fails only where no finding says why.
  const unexplained = exitCode !== 0 && failures === 0;
  const counts = `tests="${findings.length + 1}" failures="${
    failures + (unexplained ? 1 : 0)
  }" errors="0" skipped="0" time="0"`;
  const suite = attribute(`${NAME} ${command}`);
  const next = ordinal();
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites name=${attribute(NAME)} ${counts}>`,
    `  <testsuite name=${suite} ${counts}>`,
    ...testCase(`name=${suite} classname=${attribute(NAME)}`, [
      ...(unexplained
        ? [`<failure message="exit code ${exitCode}" type="exit-code"/>`]
        : []),
    ]),
    ...findings.flatMap((finding) => {
      const name = nameOf(finding);
      const classname = classOf(command, finding);
      const count = next(`${classname}\0${name}`);
      const unique = count === 1 ? name : `${name} (${count})`;
      return testCase(
        `name=${attribute(unique)} classname=${attribute(classname)}${
          fileOf(finding)
        }`,
        [body(finding, fails(finding))],
      );
    }),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(attributes: string, children: readonly string[]): string[] {
  const open = `    <testcase ${attributes} time="0"`;
  if (children.length === 0) return [`${open}/>`];
  return [
    `${open}>`,
    ...children.map((child) => `      ${child}`),
    "    </testcase>",
  ];
}

function nameOf({ rule, skill, path }: Finding): string {
  return [rule, skill, path].filter((part) => part !== undefined).join(" ");
}

function classOf(command: string, { source }: Finding): string {
  return [NAME, command, source].filter((part) => part !== undefined)
    .join(".");
}

function fileOf({ path, line }: Finding): string {
  if (path === undefined) return "";
  return ` file=${attribute(path)}${
    line === undefined ? "" : ` line="${line}"`
  }`;
}

function body(finding: Finding, failed: boolean): string {
  const { rule, level, message, path, line, fix } = finding;
  const place = path === undefined || message.startsWith(path)
    ? ""
    : `${path}${line === undefined ? "" : `:${line}`}: `;
  const whole = [
    `${level}: ${place}${message} [${rule}]`,
    ...(fix === undefined ? [] : [`fix: ${fix}`]),
  ].map((text) => escaped(printable(text))).join("\n");
  return failed
    ? `<failure message=${attribute(message)} type=${
      attribute(rule)
    }>${whole}</failure>`
    : `<system-out>${whole}</system-out>`;
}

function attribute(text: string): string {
  return `"${escaped(printable(text))}"`;
}

/** `printable` has already taken out what no XML document may hold, even escaped. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
