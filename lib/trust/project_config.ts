import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { formatPosition, type Position } from "../base/position.ts";
import { type Checked, quote, refuse } from "./checked.ts";
import { decodeText } from "./decode_text.ts";
import { checkOrganization } from "./grammar.ts";
import { scanMarkdown } from "./markdown.ts";

/** What `project.md` says about this tool (contract section 1). */
export interface ProjectConfig {
  readonly organization?: string;
  /** Agent names in place of the automatic set, as written. */
  readonly agents?: readonly string[];
  /** What link names begin with in place of `magpie-`; ends in a hyphen. */
  readonly prefix?: string;
  readonly findings: readonly Finding[];
}

interface Setting {
  readonly key: string;
  readonly value: string;
  readonly at: Position;
}

/**
 * A line of prose that happens to begin with "`organization: ASF`", as Magpie's
 * template has several: it speaks of the setting and makes none.
 */
const SPAN_IN_PROSE = /^([`*]{1,3})[^`*:]*:[^`*]+\1[*_]*\s*[^\s*_.]/;

const KEYS = new Set(["organization", "agents", "prefix"]);

/**
 * Reads `organization`, `agents` and `prefix` out of `project.md`, each from a
 * line `key: value` that a reader sees, or from the table row whose first cell
 * is the key; the first counts. `TODO` counts as absent, as does the file
 * (`undefined`). Throws `ConfigError`: `layer-encoding`, or `value-invalid`
 * for a value that breaks its grammar.
 */
export function readProjectConfig(
  bytes: Uint8Array | undefined,
  file: string,
): ProjectConfig {
  if (bytes === undefined) return { findings: [] };
  const settings = new Map<string, Setting>();
  const findings: Finding[] = [];
  for (const setting of readSettings(decodeText(bytes, file), file)) {
    if (words(setting.value).length === 0) continue;
    const first = settings.get(setting.key);
    if (first === undefined) settings.set(setting.key, setting);
    else if (words(first.value)[0] !== words(setting.value)[0]) {
      findings.push(repeated(setting, first));
    }
  }
  const organization = firstWord(settings.get("organization"));
  const prefix = firstWord(settings.get("prefix"));
  const agents = words(settings.get("agents")?.value ?? "");
  return {
    ...(organization === undefined ? {} : {
      organization: hold(
        checkOrganization(organization),
        settings.get("organization")!.at,
      ),
    }),
    ...(agents.length === 0 ? {} : { agents }),
    ...(prefix === undefined
      ? {}
      : { prefix: hold(checkPrefix(prefix), settings.get("prefix")!.at) }),
    findings,
  };
}

function* readSettings(text: string, file: string): Generator<Setting> {
  let list: { readonly at: Position; readonly items: string[] } | undefined;
  for (const { line, text: row } of scanMarkdown(text).text) {
    const [key, value] = keyAndValue(row);
    if (list !== undefined) {
      const item = bare(row);
      if (!KEYS.has(key) && /^[a-z0-9-]+$/i.test(item)) {
        list.items.push(item);
        continue;
      }
      yield { key: "agents", value: list.items.join(" "), at: list.at };
      list = undefined;
    }
    if (!KEYS.has(key)) continue;
    const at = { file, line, column: 1 };
    // `agents:` may be followed by its values, one a line.
    if (key === "agents" && words(value).length === 0) list = { at, items: [] };
    else yield { key, value, at };
  }
  if (list !== undefined) {
    yield { key: "agents", value: list.items.join(" "), at: list.at };
  }
}

/** Splits a line `key: value` or a table row by its first two cells. */
function keyAndValue(row: string): [key: string, value: string] {
  if (row.startsWith("|")) {
    const [, key = "", value = ""] = row.split("|", 3);
    return [bare(key.replace(/:\s*$/, "")).toLowerCase(), value];
  }
  const colon = row.indexOf(":");
  if (colon < 0 || SPAN_IN_PROSE.test(row)) return ["", ""];
  return [bare(row.slice(0, colon)).toLowerCase(), row.slice(colon + 1)];
}

/** A text without the marks of emphasis, code and quotation around it. */
function bare(text: string): string {
  const plain = text.replace(/[`*"']/g, "");
  const isBlank = (at: number) => /[\s_]/.test(plain[at] ?? "");
  let start = 0;
  let end = plain.length;
  while (isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return plain.slice(start, end);
}

/** The values of a cell; `TODO`, placeholders and comments are none. */
function words(cell: string): string[] {
  const plain = bare(cell.replace(/<[^<>]*>|[ \t]#.*$/gs, " "));
  const all = plain.split(/[\s,;[\]]+/).map(bare).filter((word) => word !== "");
  return /^TODO\b/i.test(all[0] ?? "") ? [] : all;
}

function firstWord(setting: Setting | undefined): string | undefined {
  return setting === undefined
    ? undefined
    : words(setting.value)[0]?.replace(/[.]$/, "");
}

function checkPrefix(text: string): Checked<string> {
  return text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*-$/.test(text)
    ? { value: text }
    : refuse(
      `The prefix ${quote(text)} must be lower-case letters, digits and ` +
        "single hyphens, and end in a hyphen",
    );
}

function hold<T>(checked: Checked<T>, at: Position): T {
  if (checked.fault !== undefined) {
    throw new ConfigError("value-invalid", checked.fault, { at });
  }
  return checked.value;
}

function repeated(setting: Setting, first: Setting): Finding {
  return {
    rule: "value-invalid",
    level: "warning",
    message: `${formatPosition(setting.at)}: \`${setting.key}\` is given ` +
      `again and differs from line ${first.at.line}, which counts; remove one`,
    path: setting.at.file,
    line: setting.at.line,
  };
}
