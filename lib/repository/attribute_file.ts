import {
  byteText,
  type IgnorePattern,
  parsePattern,
} from "./ignore_pattern.ts";

/** What a line of an attributes file gives an attribute: a value, or `undefined` to unset it. */
export type AttributeValue = boolean | string | undefined;

/** One line of an attributes file. */
export interface AttributeRule {
  /** For a macro its name, else what paths have to match. */
  readonly target: IgnorePattern | { readonly macro: string };
  /** In the order of the line. */
  readonly states: readonly (readonly [string, AttributeValue])[];
}

/** Characters of a line above which git ignores it. */
const MAX_LINE = 2048;
const BLANK = " \t\r\n";
const MACRO = "[attr]";

/**
 * Reads an attributes file as git does (gitattributes): a line that git would
 * complain about gives no rule. Linear in the bytes.
 *
 * @param macros whether the file may define macros: those at the root and
 * `info/attributes`
 */
export function parseAttributeFile(
  bytes: Uint8Array,
  macros: boolean,
  ignoreCase: boolean,
): AttributeRule[] {
  const nul = bytes.indexOf(0);
  const text = byteText(bytes.subarray(0, nul < 0 ? undefined : nul));
  return text.split("\n").flatMap((line, at) =>
    line.length < MAX_LINE ? parseLine(line, at + 1, macros, ignoreCase) : []
  );
}

function parseLine(
  line: string,
  number: number,
  macros: boolean,
  ignoreCase: boolean,
): AttributeRule[] {
  const start = skip(line, 0, true);
  if (start === line.length || line[start] === "#") return [];
  const quoted = line[start] === '"' ? unquote(line, start) : undefined;
  const end = quoted?.end ?? skip(line, start, false);
  const name = quoted?.text ?? line.slice(start, end);
  const states = parseStates(line.slice(end));
  if (states === undefined) return [];
  if (name.length > MACRO.length && name.startsWith(MACRO)) {
    const macro = name.slice(MACRO.length).split(/[ \t\r\n]/)[0]!;
    return macros && isName(macro) ? [{ target: { macro }, states }] : [];
  }
  const target = parsePattern(name, number, ignoreCase);
  return target.negative ? [] : [{ target, states }];
}

/** Where the run of blanks, or of anything else, that begins at `at` ends. */
function skip(line: string, at: number, blanks: boolean): number {
  while (at < line.length && BLANK.includes(line[at]!) === blanks) at++;
  return at;
}

function parseStates(
  text: string,
): readonly (readonly [string, AttributeValue])[] | undefined {
  const states: (readonly [string, AttributeValue])[] = [];
  for (const word of text.split(/[ \t\r\n]+/)) {
    if (word === "") continue;
    const sign = word[0] === "-" || word[0] === "!" ? word[0] : "";
    const equals = word.indexOf("=");
    const name = word.slice(sign.length, equals < 0 ? undefined : equals);
    // One name that is none, and git leaves the whole line out.
    if (!isName(name)) return undefined;
    states.push([
      name,
      sign === "-"
        ? false
        : sign === "!"
        ? undefined
        : equals < 0
        ? true
        : word.slice(equals + 1),
    ]);
  }
  return states;
}

/** Names that begin with `builtin_` are git's own since 2.43. */
function isName(name: string): boolean {
  return /^(?!builtin_)[A-Za-z0-9._][-A-Za-z0-9._]*$/.test(name);
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  '"': '"',
  "\\": "\\",
};

/** A text in C's quotes; `undefined` when it is malformed, so that git takes the quote as it stands. */
function unquote(
  line: string,
  start: number,
): { readonly text: string; readonly end: number } | undefined {
  let text = "";
  for (let at = start + 1; at < line.length; at++) {
    const character = line[at]!;
    if (character === '"') return { text, end: at + 1 };
    if (character !== "\\") {
      text += character;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(line.slice(at + 1, at + 4))?.[0];
    const escaped = octal === undefined
      ? ESCAPES[line[at + 1] ?? ""]
      : String.fromCharCode(parseInt(octal, 8));
    if (escaped === undefined) return undefined;
    text += escaped;
    at += octal === undefined ? 1 : 3;
  }
  return undefined;
}
