import type { Finding } from "../base/finding.ts";
import { trimIgnoreLine } from "../repository/ignore_pattern.ts";

/** One line of an ignore file. */
export interface IgnoreFileLine {
  /** Its bytes with the line end. */
  readonly bytes: Uint8Array;
  /** The rule as git reads it, each byte one character; empty for a comment or blank line. */
  readonly pattern: string;
}

/** How an ignore file is written. */
export interface IgnoreFileShape {
  /** CRLF only when every line ends so. */
  readonly lineEnd: "\n" | "\r\n";
  readonly findings: readonly Finding[];
}

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits an ignore file as git does, at line feeds. A byte order mark in
 * front is an item of its own, so that it stays when the first line goes.
 */
export function ignoreFileLines(bytes: Uint8Array): IgnoreFileLine[] {
  const lines: IgnoreFileLine[] = [];
  let start = 0;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    start = 3;
    lines.push({ bytes: bytes.subarray(0, start), pattern: "" });
  }
  while (start < bytes.length) {
    const feed = bytes.indexOf(LF, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const line = bytes.subarray(start, end);
    lines.push({ bytes: line, pattern: trimIgnoreLine(line, false) });
    start = end;
  }
  return lines;
}

/** Looks at line ends and encoding; warns where git sees other rules than the author. */
export function ignoreFileShape(bytes: Uint8Array): IgnoreFileShape {
  let feeds = 0;
  let crlf = 0;
  let loneReturn = false;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF) {
      feeds++;
      if (bytes[at - 1] === CR) crlf++;
    } else if (bytes[at] === CR && at + 1 < bytes.length) {
      loneReturn ||= bytes[at + 1] !== LF;
    }
  }
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff);
  const findings: Finding[] = [];
  if (utf16) {
    findings.push(warning(
      "is UTF-16, of which git reads no rule: save it as UTF-8",
    ));
  } else if (loneReturn) {
    findings.push(warning(
      "has carriage returns without line feeds, which git does not take for line ends: save it with line feeds",
    ));
  }
  return {
    lineEnd: feeds > 0 && feeds === crlf ? "\r\n" : "\n",
    findings,
  };
}

function warning(what: string): Finding {
  return {
    rule: "ignore-ineffective",
    level: "warning",
    message: `.gitignore ${what}`,
    path: ".gitignore",
  };
}
