import { compileGlob, type Glob, literalLength } from "./wildmatch.ts";

/** One rule of an ignore file. */
export interface IgnorePattern {
  /** The rule as written, after git's trimming. */
  readonly source: string;
  /** Line in the file, from 1. */
  readonly line: number;
  /** It begins with `!` and takes an earlier rule back. */
  readonly negative: boolean;
  /** It ends with `/` and matches folders only. */
  readonly folderOnly: boolean;
  /** Whether `path`, below the rule's own folder, matches; each byte is one character. */
  matches(path: string): boolean;
}

/**
 * The rule that git reads in one line of an ignore file: without the line
 * end, a byte order mark on the first line, what follows a NUL, and trailing
 * blanks that no backslash protects. A comment is an empty rule. Each byte of
 * the line becomes one character, since git compares bytes.
 */
export function trimIgnoreLine(line: Uint8Array, first: boolean): string {
  let bytes = line;
  if (first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    bytes = bytes.subarray(3);
  }
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end--;
  if (bytes[end - 1] === 0x0d) end--;
  const nul = bytes.subarray(0, end).indexOf(0);
  const text = byteText(bytes.subarray(0, nul < 0 ? end : nul));
  return text.startsWith("#") ? "" : trimBlanks(text);
}

/** The rules of an ignore file, in file order. */
export function parseIgnoreFile(
  bytes: Uint8Array,
  ignoreCase: boolean,
): IgnorePattern[] {
  const patterns: IgnorePattern[] = [];
  let line = 0;
  for (let start = 0; start < bytes.length; line++) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed < 0 ? bytes.length : feed + 1;
    const source = trimIgnoreLine(bytes.subarray(start, end), start === 0);
    if (source !== "") {
      patterns.push(parsePattern(source, line + 1, ignoreCase));
    }
    start = end;
  }
  return patterns;
}

/** Bytes as text with one character for each. */
export function byteText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

function trimBlanks(text: string): string {
  let blanksFrom: number | undefined;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === " ") blanksFrom ??= at;
    else {
      // A backslash protects what follows; as the last character, nothing.
      if (text[at] === "\\" && ++at >= text.length) return text;
      blanksFrom = undefined;
    }
  }
  return blanksFrom === undefined ? text : text.slice(0, blanksFrom);
}

/**
 * The meaning of one pattern of an ignore or attributes file.
 *
 * @param source the pattern, one character for each byte
 */
export function parsePattern(
  source: string,
  line: number,
  ignoreCase: boolean,
): IgnorePattern {
  const negative = source.startsWith("!");
  let pattern = negative ? source.slice(1) : source;
  const folderOnly = pattern.endsWith("/");
  if (folderOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  const glob = anchored
    ? pathGlob(pattern.replace(/^\//, ""), ignoreCase)
    : compileGlob(pattern, { ignoreCase, pathname: false });
  return {
    source,
    line,
    negative,
    folderOnly,
    matches: anchored
      ? glob
      : (path) => glob(path.slice(path.lastIndexOf("/") + 1)),
  };
}

/**
 * A rule with a slash matches the whole path below its folder. Git compares
 * the part in front of the first wildcard by itself, so that `foo**` + `/bar`
 * reads its stars as if a pattern began there; the same is done here.
 */
function pathGlob(pattern: string, ignoreCase: boolean): Glob {
  const fold = (text: string) => ignoreCase ? asciiLower(text) : text;
  const length = literalLength(pattern);
  const front = fold(pattern.slice(0, length));
  if (length === pattern.length) return (path) => fold(path) === front;
  const rest = compileGlob(pattern.slice(length), {
    ignoreCase,
    pathname: true,
  });
  return (path) =>
    fold(path.slice(0, length)) === front && rest(path.slice(length));
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
