import type { Finding } from "../base/finding.ts";
import { MAX_SARIF_BYTES, MAX_SARIF_RESULTS } from "../base/limits.ts";
import { NAME, REPOSITORY_URL, RULES_URL, VERSION } from "../base/project.ts";
import { type RuleName, RULES } from "../base/rules.ts";
import { LEVELS } from "./count_levels.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Report } from "./model.ts";
import { ordinal } from "./ordinal.ts";
import { sarifMessage } from "./sarif_message.ts";
import { sarifResult } from "./sarif_result.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Bytes kept free for the note that says what was cut. */
const NOTE_BYTES = 1024;

/**
 * Writes findings as one SARIF 2.1.0 document with a final line feed. Only the
 * rules that occur are described. What a consumer would refuse as too much is
 * left out, notes first, and a last result says how many.
 */
export function renderSarif(report: Report): string {
  const { findings, command } = report;
  const whole = [...findings, cutNote(0)];
  const head = write(report, rulesOf(whole), []);
  const room = MAX_SARIF_BYTES - byteLength(head) - NOTE_BYTES;
  const results = fit(findings, room);
  const cut = findings.length - results.length;
  if (cut > 0) {
    const note = cutNote(cut);
    results.push([note, JSON.stringify(sarifResult(note, `${command}-cut`))]);
  }
  return write(
    report,
    rulesOf(results.map(([finding]) => finding)),
    results.map(([, text]) => text),
  );
}

/** The findings that there is room for, each with its result; in their order when all fit, else the gravest first. */
function fit(findings: readonly Finding[], room: number): [Finding, string][] {
  const next = ordinal();
  const written = findings.map((finding): [Finding, string] => {
    const hash = fingerprint(finding);
    const print = `${hash}:${next(hash)}`;
    return [finding, JSON.stringify(sarifResult(finding, print))];
  });
  const chosen = take(written, room, MAX_SARIF_RESULTS);
  if (chosen.length === written.length) return chosen;
  const gravest = LEVELS.flatMap((level) =>
    written.filter(([finding]) => finding.level === level)
  );
  return take(gravest, room, MAX_SARIF_RESULTS - 1);
}

function take<T>(
  written: readonly [T, string][],
  room: number,
  most: number,
): [T, string][] {
  const taken: [T, string][] = [];
  let left = room;
  for (const item of written) {
    left -= byteLength(item[1]) + 1;
    if (left < 0 || taken.length === most) break;
    taken.push(item);
  }
  return taken;
}

function cutNote(count: number): Finding {
  return {
    rule: "report-cut",
    level: "note",
    message:
      `${count} more findings are left out, as a SARIF file has no room for them; --format json has them all`,
  };
}

function rulesOf(findings: readonly Finding[]): RuleName[] {
  return [...new Set(findings.map(({ rule }) => rule))].sort();
}

function write(
  { command, exitCode, completed }: Report,
  rules: readonly RuleName[],
  results: readonly string[],
): string {
  const log = JSON.stringify({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: NAME,
          version: VERSION,
          semanticVersion: VERSION,
          informationUri: REPOSITORY_URL,
          rules: rules.map(describeRule),
        },
      },
      automationDetails: { id: `${NAME}/${command}/` },
      invocations: [{ executionSuccessful: completed, exitCode }],
      columnKind: "utf16CodeUnits",
      results: [],
    }],
  });
  // The results are written already, and theirs is the last key.
  return log.replace(/\[\]\}\]\}$/, () => `[${results.join(",")}]}]}\n`);
}

function describeRule(rule: RuleName): Record<string, unknown> {
  const helpUri = `${RULES_URL}#${rule}`;
  return {
    id: rule,
    shortDescription: sarifMessage(RULES[rule]),
    fullDescription: sarifMessage(RULES[rule]),
    helpUri,
    help: {
      ...sarifMessage(`${RULES[rule]} See ${helpUri}.`),
      markdown: `${RULES[rule]} See [${rule}](${helpUri}).`,
    },
  };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
