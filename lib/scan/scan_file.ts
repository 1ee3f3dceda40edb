import { MAX_SCAN_FILE_BYTES } from "../base/limits.ts";
import { LineIndex } from "../yaml/line_index.ts";
import { decodeFile } from "./decode_file.ts";
import { hiddenCharacters } from "./hidden_characters.ts";
import type { ContentFinding, ScanFile, Sighting } from "./model.ts";

/** UTF-16 units of what an agent reads that a finding shows. */
const MAX_DECODED = 300;

/** Rules whose decoded text is spelt by the hidden characters alone. */
const SPELLING = new Set(["hidden-tag-characters", "hidden-selector-run"]);

/**
 * Looks at one file of a skill (contract section 8): each rule once a line, in
 * the order of the text. Never throws; linear in the file's bytes.
 */
export function scanFile(file: ScanFile): ContentFinding[] {
  const { path, bytes } = file;
  const findings: ContentFinding[] = [];
  const decoded = decodeFile(path, bytes);
  if (decoded === undefined) return findings;
  const { text, cut } = decoded;
  const lines = new LineIndex(text);
  const seen = new Map<string, number>();
  for (const sighting of sightings(text)) {
    const { line, column } = lines.locate(sighting.offset);
    const key = `${sighting.rule} ${line}`;
    const known = seen.get(key);
    if (known !== undefined) {
      findings[known] = joined(findings[known]!, sighting);
      continue;
    }
    seen.set(key, findings.length);
    const start = sighting.offset - column;
    findings.push({
      rule: sighting.rule,
      level: sighting.level,
      path,
      line: line + 1,
      column: [...text.slice(start, sighting.offset)].length + 1,
      ...(sighting.decoded === undefined
        ? {}
        : { decoded: shorten(sighting.decoded) }),
      message: sighting.message,
    });
  }
  findings.sort((a, b) => a.line! - b.line! || a.column! - b.column!);
  if (cut) {
    findings.push({
      rule: "scan-incomplete",
      level: "warning",
      path,
      message:
        `the file is larger than ${MAX_SCAN_FILE_BYTES} bytes; what stands behind them was not looked at`,
    });
  }
  return findings;
}

/** A message may be spread over a line, a hidden character behind each letter. */
function joined(found: ContentFinding, { rule, decoded }: Sighting) {
  return SPELLING.has(rule) && (found.decoded ?? "").length < MAX_DECODED
    ? { ...found, decoded: shorten(`${found.decoded}${decoded}`) }
    : found;
}

function* sightings(text: string): Generator<Sighting> {
  yield* hiddenCharacters(text);
}

function shorten(text: string): string {
  const line = text.trim();
  return line.length <= MAX_DECODED
    ? line
    : `${line.slice(0, MAX_DECODED).toWellFormed()}…`;
}
