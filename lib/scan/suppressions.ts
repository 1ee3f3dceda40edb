import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { formatPosition, type Position } from "../base/position.ts";
import { RULES } from "../base/rules.ts";
import { nearest } from "../base/nearest.ts";
import { printable } from "../report/printable.ts";
import type { YamlMapping, YamlNode } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse_yaml.ts";
import { YamlError } from "../yaml/yaml_error.ts";

/** One decision of the adopter that a finding of `scan` is no trouble. */
export interface Suppression {
  readonly rule: string;
  /** A file or folder: `<source id>/<path in the source>`, or a path of the repository. */
  readonly path: string;
  readonly reason: string;
  readonly at: Position;
}

const KEYS = ["rule", "path", "reason"] as const;

/**
 * Reads the file of suppressions: a list of mappings with exactly the keys
 * `rule`, `path` and `reason`. A decision without a reason is none.
 *
 * @param text the file's content, UTF-8
 * @param file its name for messages
 * @throws {ConfigError} `scan-suppression-invalid`, with line and column
 */
export function parseSuppressions(text: string, file: string): Suppression[] {
  let root: YamlNode | undefined;
  try {
    root = parseYaml(text, { file });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw invalid(error.message, error.at);
  }
  if (root === undefined) return [];
  if (root.kind !== "sequence") {
    throw invalid("The file must be a list of suppressions", at(root, file));
  }
  return root.items.map((item) => {
    if (item.kind !== "mapping") {
      throw invalid(
        "A suppression must have the keys rule, path and reason",
        at(item, file),
      );
    }
    return readSuppression(item, file);
  });
}

function readSuppression(item: YamlMapping, file: string): Suppression {
  const values = new Map<string, string>();
  for (const { key, value } of item.entries) {
    const known = KEYS.find((name) => name === key.value);
    if (known === undefined) {
      const meant = nearest(key.value, KEYS);
      throw invalid(
        `The key ${quoted(key.value)} is not known${
          meant === undefined ? "" : `: did you mean ${meant}`
        }`,
        at(key, file),
      );
    }
    if (value.kind !== "scalar" || value.value.trim() === "") {
      throw invalid(`The ${known} must be a text`, at(value, file));
    }
    values.set(known, value.value.trim());
  }
  for (const key of KEYS) {
    if (!values.has(key)) {
      throw invalid(`The suppression has no ${key}`, at(item, file));
    }
  }
  const place = (key: string) =>
    at(item.entries.find((entry) => entry.key.value === key)!.value, file);
  const rule = values.get("rule")!;
  if (!Object.hasOwn(RULES, rule)) {
    const meant = nearest(rule, Object.keys(RULES));
    throw invalid(
      `The rule ${quoted(rule)} is not known${
        meant === undefined ? "" : `: did you mean ${meant}`
      }`,
      place("rule"),
    );
  }
  const path = values.get("path")!.replace(/\/$/, "");
  if (/[*?[\]{}\\]|^\/|^$|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) {
    throw invalid(
      `The path ${quoted(path)} must name a file or folder, without wildcards`,
      place("path"),
    );
  }
  return { rule, path, reason: values.get("reason")!, at: at(item, file) };
}

/** Whether the adopter has decided that a finding is no trouble. */
export function isSuppressed(
  finding: Finding,
  suppressions: readonly Suppression[],
): boolean {
  return suppressions.some((one) => suppresses(one, finding));
}

/**
 * What is left of the findings that a review of `source` shows, and a note of
 * how many are left out: an entry may be wider than what was looked at then,
 * and whoever asks for a new pin can bring one along.
 */
export function quieted(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  source: string,
): Finding[] {
  const left = findings.filter((each) => !isSuppressed(each, suppressions));
  const count = findings.length - left.length;
  const files = new Set(suppressions.map(({ at }) => at.file));
  return count === 0 ? left : [...left, {
    rule: "findings-suppressed",
    level: "note",
    source,
    message: `${count === 1 ? "1 finding" : `${count} findings`} of ${source} ${
      count === 1 ? "is" : "are"
    } left out, as ${[...files].join(", ")} says; skill-sources diff shows all`,
  }];
}

/** What is left of the findings, and a note for each suppression that was not needed. */
export function applySuppressions(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
): {
  readonly findings: readonly Finding[];
  readonly suppressed: number;
} {
  if (suppressions.length === 0) return { findings, suppressed: 0 };
  const used = new Set<Suppression>();
  const left = findings.filter((finding) => {
    const hits = suppressions.filter((one) => suppresses(one, finding));
    for (const hit of hits) used.add(hit);
    return hits.length === 0;
  });
  const unused = suppressions.filter((one) => !used.has(one))
    .map((one): Finding => ({
      rule: "scan-suppression-unused",
      level: "note",
      message: `${formatPosition(one.at)}: nothing of ${one.rule} is found at ${
        printable(one.path)
      } any more; remove the entry`,
      path: one.at.file,
      line: one.at.line,
    }));
  return {
    findings: [...left, ...unused],
    suppressed: findings.length - left.length,
  };
}

/** Where snapshots lie; a path may name a source's file without it. */
const SNAPSHOTS = ".apache-magpie-sources/";

function suppresses({ rule, path }: Suppression, finding: Finding): boolean {
  if (finding.rule !== rule || finding.path === undefined) return false;
  const place = finding.path;
  const inSource = place.startsWith(SNAPSHOTS)
    ? place.slice(SNAPSHOTS.length)
    : place;
  return [place, inSource].some((one) =>
    one === path || one.startsWith(`${path}/`)
  );
}

function invalid(message: string, position: Position): ConfigError {
  return new ConfigError("scan-suppression-invalid", message, {
    at: position,
  });
}

function at({ span }: YamlNode, file: string): Position {
  return { file, line: span.line, column: span.column };
}

function quoted(text: string): string {
  return `"${printable(text.slice(0, 80))}"`;
}
