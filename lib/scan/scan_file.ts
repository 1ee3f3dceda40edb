import { MAX_SCAN_FILE_BYTES } from "../base/limits.ts";
import { LineIndex } from "../yaml/line_index.ts";
import { binaryFindings } from "./binary_findings.ts";
import { broadTools } from "./broad_tools.ts";
import { decodeFile } from "./decode_file.ts";
import { DOWNLOAD_NEEDS, downloadToShell } from "./download_to_shell.ts";
import {
  decodedAndRun,
  DECODER_NEEDS,
  encodedPayload,
} from "./encoded_payload.ts";
import { escapedCharacters } from "./escaped_characters.ts";
import { farRight } from "./far_right.ts";
import { hiddenCharacters } from "./hidden_characters.ts";
import { hiddenText } from "./hidden_text.ts";
import { markdownParts } from "./markdown_parts.ts";
import type { ContentFinding, ScanFile, Sighting } from "./model.ts";
import { hasAll, passages } from "./passages.ts";
import { PROSE_RULES } from "./prose_rules.ts";
import { proseSightings } from "./prose_sightings.ts";
import { runsByName, runsInside } from "./runs_by_itself.ts";

/** UTF-16 units of what an agent reads that a finding shows. */
const MAX_DECODED = 300;
/** Lines that one file's findings of one rule name, before the rest is only counted. */
const MAX_LINES = 200;
/** Rules whose decoded text is spelt by the hidden characters alone. */
const SPELLING = new Set(["hidden-tag-characters", "hidden-selector-run"]);
const MARKDOWN = /\.(?:md|mdx|mdc|markdown)$/i;

/**
 * Looks at one file of a skill (contract section 8): each rule once a line, in
 * the order of the text; what is meant of the whole file comes first. Never
 * throws; linear in the file's bytes.
 */
export function scanFile(file: ScanFile): ContentFinding[] {
  const { path, bytes } = file;
  const whole: ContentFinding[] = [...binaryFindings(file)];
  for (const { rule, level, message } of hiddenCharacters(path)) {
    whole.push({ rule, level, path, message: `in the name, ${message}` });
  }
  const why = runsByName(path);
  if (why !== undefined) {
    whole.push({
      rule: "runs-by-itself",
      level: "warning",
      path,
      message: why,
    });
  }
  const decoded = decodeFile(path, bytes);
  if (decoded === undefined) return whole;
  if (decoded.cut) {
    whole.push({
      rule: "scan-incomplete",
      level: "warning",
      path,
      message:
        `the file is larger than ${MAX_SCAN_FILE_BYTES} bytes; what stands behind them was not looked at`,
    });
  }
  return [...whole, ...located(path, decoded.text)];
}

function located(path: string, text: string): ContentFinding[] {
  const lines = new LineIndex(text);
  const seen = new Map<string, number>();
  const counts = new Map<string, number>();
  const findings: ContentFinding[] = [];
  for (const sighting of sightings(path, text)) {
    const { rule, level, offset, decoded, message, grave } = sighting;
    const { line, column } = lines.locate(offset);
    const key = `${rule} ${line}`;
    const known = seen.get(key);
    if (known !== undefined) {
      findings[known] = joined(findings[known]!, sighting);
      continue;
    }
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    if (count > MAX_LINES) continue;
    seen.set(key, findings.length);
    findings.push({
      rule,
      level,
      path,
      line: line + 1,
      column: [...text.slice(offset - column, offset)].length + 1,
      ...(decoded === undefined ? {} : { decoded: shorten(decoded) }),
      message,
      ...(grave === undefined ? {} : { grave }),
    });
  }
  return [
    ...findings.sort((a, b) => a.line! - b.line! || a.column! - b.column!),
    ...uncounted(path, counts, findings),
  ];
}

/** A file with hundreds of like places is named once more, with their number. */
function uncounted(
  path: string,
  counts: ReadonlyMap<string, number>,
  findings: readonly ContentFinding[],
): ContentFinding[] {
  return [...counts].filter(([, count]) => count > MAX_LINES)
    .map(([rule, count]) => {
      const { level } = findings.find((one) => one.rule === rule)!;
      return {
        rule: rule as ContentFinding["rule"],
        level,
        path,
        message: `${count - MAX_LINES} more such places in this file`,
      };
    });
}

/** A message may be spread over a line, a hidden character behind each letter. */
function joined(
  found: ContentFinding,
  { rule, decoded }: Sighting,
): ContentFinding {
  return SPELLING.has(rule) && (found.decoded ?? "").length < MAX_DECODED
    ? { ...found, decoded: shorten(`${found.decoded}${decoded}`) }
    : found;
}

function* sightings(path: string, text: string): Generator<Sighting> {
  yield* hiddenCharacters(text);
  yield* farRight(path, text);
  const parts = MARKDOWN.test(path) ? markdownParts(text) : undefined;
  if (parts !== undefined) {
    yield* hiddenText(path, text, parts);
    yield* broadTools(path, text, parts);
    yield* escapedCharacters(path, text, parts);
  }
  yield* runsInside(path, text, parts);
  yield* encodedPayload(text);
  const whole = text.toLowerCase();
  const rules = PROSE_RULES.filter(({ needs }) => hasAll(whole, needs));
  const downloads = hasAll(whole, DOWNLOAD_NEEDS);
  const decoders = hasAll(whole, DECODER_NEEDS);
  for (const passage of passages(text)) {
    const lower = passage.text.toLowerCase();
    yield* downloadToShell(passage, lower, downloads);
    yield* decodedAndRun(passage, lower, decoders);
    yield* proseSightings(passage, lower, rules);
  }
}

function shorten(text: string): string {
  const line = text.trim();
  return line.length <= MAX_DECODED
    ? line
    : `${line.slice(0, MAX_DECODED).toWellFormed()}…`;
}
