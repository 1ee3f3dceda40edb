/**
 * The values of one git config file, in file order. Section and variable
 * names are lower-cased and joined by dots, a subsection keeps its spelling:
 * `core.symlinks`, `remote.Origin.url`.
 */
export type GitConfig = ReadonlyMap<string, readonly string[]>;

interface Cursor {
  readonly text: string;
  at: number;
}

/**
 * Reads the text of a git config file as git does: comments, quotes, escapes,
 * continued lines, `[section "subsection"]`, variables without a value (which
 * mean true). It never throws: what git would call a syntax error ends the
 * reading, since this tool needs a handful of values and git itself complains
 * about the rest.
 */
export function parseGitConfig(text: string): GitConfig {
  const values = new Map<string, string[]>();
  const cursor: Cursor = {
    text: text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"),
    at: 0,
  };
  let section: string | undefined;
  while (skipBlank(cursor)) {
    if (cursor.text[cursor.at] === "[") {
      section = readSection(cursor);
      if (section === undefined) break;
      continue;
    }
    const name = match(cursor, /[A-Za-z][A-Za-z0-9-]*/y)?.toLowerCase();
    if (name === undefined || section === undefined) break;
    match(cursor, /[ \t]*/y);
    const value = cursor.text[cursor.at] === "=" ? readValue(cursor) : "true";
    if (value === undefined) break;
    const key = `${section}.${name}`;
    const list = values.get(key);
    if (list) list.push(value);
    else values.set(key, [value]);
  }
  return values;
}

/** The last value of `key`, which is the one that counts. */
export function configValue(
  config: GitConfig,
  key: string,
): string | undefined {
  return config.get(key)?.at(-1);
}

/** The last value of `key` as git reads a boolean; undefined when absent or no boolean. */
export function configBoolean(
  config: GitConfig,
  key: string,
): boolean | undefined {
  const value = configValue(config, key)?.toLowerCase();
  if (value === undefined) return undefined;
  if (/^(true|yes|on|[+-]?0*[1-9][0-9]*)$/.test(value)) return true;
  if (/^(false|no|off|[+-]?0+|)$/.test(value)) return false;
  return undefined;
}

function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (!found) return undefined;
  cursor.at = pattern.lastIndex;
  return found[0];
}

/** Moves to the next section header or variable; false at the end. */
function skipBlank(cursor: Cursor): boolean {
  while (match(cursor, /[ \t\n\v\f\r]+|[#;][^\n]*/y) !== undefined);
  return cursor.at < cursor.text.length;
}

function readSection(cursor: Cursor): string | undefined {
  cursor.at++;
  const name = match(cursor, /[A-Za-z0-9.-]+/y)?.toLowerCase();
  if (name === undefined) return undefined;
  match(cursor, /[ \t]*/y);
  const quoted = match(cursor, /"(?:[^"\\\n]|\\[^\n])*"/y);
  if (cursor.text[cursor.at] !== "]") return undefined;
  cursor.at++;
  return quoted === undefined
    ? name
    : `${name}.${quoted.slice(1, -1).replace(/\\(.)/g, "$1")}`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["b", "\b"],
  ['"', '"'],
  ["\\", "\\"],
]);

function readValue(cursor: Cursor): string | undefined {
  cursor.at++;
  const { text } = cursor;
  let value = "";
  let kept = 0;
  let quoted = false;
  for (;; cursor.at++) {
    const character = text[cursor.at];
    if (character === undefined || character === "\n") {
      return quoted ? undefined : value.slice(0, kept);
    }
    if (!quoted && (character === "#" || character === ";")) {
      match(cursor, /[^\n]*/y);
      return value.slice(0, kept);
    }
    if (character === '"') {
      quoted = !quoted;
    } else if (character === "\\") {
      const next = text[++cursor.at];
      if (next === "\n") continue;
      const escaped = next === undefined ? undefined : ESCAPES.get(next);
      if (escaped === undefined) return undefined;
      value += escaped;
      kept = value.length;
    } else if (!quoted && (character === " " || character === "\t")) {
      // Blanks count between words only: not in front, not behind.
      if (value !== "") value += character;
    } else {
      value += character;
      kept = value.length;
    }
  }
}
