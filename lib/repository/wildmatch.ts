/** Whether a text, one character for each byte, matches. */
export type Glob = (text: string) => boolean;

/** How a glob is read. */
export interface GlobOptions {
  /** Wildcards stop at `/`, and `**` does not. */
  readonly pathname: boolean;
  /** ASCII letters match in either case. */
  readonly ignoreCase: boolean;
}

/** One step of a glob: a set of characters, or a repeated one that may be left out. */
type Step =
  | { readonly kind: "one"; readonly has: (code: number) => boolean }
  | { readonly kind: "any"; readonly slash: boolean }
  /** Begins `**` + `/`, which may match nothing at all. */
  | { readonly kind: "optional-folders" };

const SLASH = 0x2f;

/** Characters of `pattern` in front of its first wildcard or backslash. */
export function literalLength(pattern: string): number {
  const at = pattern.search(/[*?[\\]/);
  return at < 0 ? pattern.length : at;
}

/**
 * Compiles a glob with the meaning git gives it in ignore files. A malformed
 * one (open bracket, unknown class, backslash at the end) matches nothing.
 * Matching takes at most pattern times text steps, whatever the stars: a
 * backtracking matcher could be hung by a line of an ignore file.
 */
export function compileGlob(pattern: string, options: GlobOptions): Glob {
  const steps = parseGlob(pattern, options);
  if (steps === undefined) return () => false;
  return options.pathname
    ? (text) => run(steps, text)
    : (text) => runFlat(steps, text);
}

/** As {@linkcode run}, much quicker, where every star takes anything: only the last one needs another try. */
function runFlat(steps: readonly Step[], text: string): boolean {
  let index = 0;
  let star = -1;
  let taken = 0;
  for (let at = 0; at < text.length;) {
    const step = steps[index];
    if (step?.kind === "any") {
      star = index++;
      taken = at;
    } else if (step?.kind === "one" && step.has(text.charCodeAt(at))) {
      index++;
      at++;
    } else if (star >= 0) {
      index = star + 1;
      at = ++taken;
    } else return false;
  }
  while (steps[index]?.kind === "any") index++;
  return index === steps.length;
}

function run(steps: readonly Step[], text: string): boolean {
  let states = new Uint8Array(steps.length + 1);
  let next = new Uint8Array(steps.length + 1);
  reach(steps, states, 0);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let alive = false;
    for (let index = 0; index < steps.length; index++) {
      const step = steps[index];
      if (!states[index] || step === undefined) continue;
      const goesOn = step.kind === "one"
        ? step.has(code)
        : step.kind === "any" && (step.slash || code !== SLASH);
      if (!goesOn) continue;
      alive = true;
      reach(steps, next, step.kind === "one" ? index + 1 : index);
    }
    if (!alive) return false;
    [states, next] = [next, states];
    next.fill(0);
  }
  return states[steps.length] === 1;
}

/** Marks `from` and every step that is reached from it without a character. */
function reach(steps: readonly Step[], states: Uint8Array, from: number) {
  let index = from;
  while (!states[index]) {
    states[index] = 1;
    const step = steps[index];
    if (step?.kind === "optional-folders") reach(steps, states, index + 3);
    else if (step?.kind !== "any") return;
    index++;
  }
}

function parseGlob(pattern: string, options: GlobOptions): Step[] | undefined {
  const { pathname, ignoreCase } = options;
  const steps: Step[] = [];
  let foldersEnd: number | undefined;
  const one = (has: (code: number) => boolean) => {
    steps.push({ kind: "one", has });
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "*") {
      const start = at;
      while (pattern[at + 1] === "*") at++;
      const double = at > start;
      const after = pattern.slice(at + 1, at + 3);
      const folders = pathname && double &&
        (start === 0 || pattern[start - 1] === "/") &&
        (after === "" || after[0] === "/" || after === "\\/");
      if (folders && after[0] === "/") {
        at++;
        // Another one right behind it says nothing more.
        if (foldersEnd !== steps.length) {
          steps.push({ kind: "optional-folders" }, {
            kind: "any",
            slash: true,
          });
          one((code) => code === SLASH);
        }
        foldersEnd = steps.length;
      } else steps.push({ kind: "any", slash: folders || !pathname });
    } else if (character === "?") {
      one((code) => !pathname || code !== SLASH);
    } else if (character === "[") {
      const set = parseBracket(pattern, at + 1, options);
      if (set === undefined) return undefined;
      one(set.has);
      at = set.end;
    } else {
      if (character === "\\") at++;
      if (at >= pattern.length) return undefined;
      const wanted = pattern.charCodeAt(at);
      one((code) =>
        code === wanted || ignoreCase && lower(code) === lower(wanted)
      );
    }
  }
  return steps;
}

interface Bracket {
  readonly has: (code: number) => boolean;
  /** Index of the closing bracket. */
  readonly end: number;
}

/** Reads `[…]` from `start`, the character behind the opening bracket. */
function parseBracket(
  pattern: string,
  start: number,
  { pathname, ignoreCase }: GlobOptions,
): Bracket | undefined {
  const members = new Uint8Array(256);
  let at = start;
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  let previous = 0;
  do {
    let code = pattern.charCodeAt(at);
    const character = pattern[at];
    const next = pattern[at + 1];
    if (character === undefined) return undefined;
    if (character === "\\") {
      code = pattern.charCodeAt(++at);
      if (Number.isNaN(code)) return undefined;
      members[code] = 1;
    } else if (
      character === "-" && previous !== 0 && next !== undefined && next !== "]"
    ) {
      if (pattern[++at] === "\\") at++;
      code = pattern.charCodeAt(at);
      if (Number.isNaN(code)) return undefined;
      for (let member = previous; member <= code; member++) members[member] = 1;
      code = 0;
    } else if (character === "[" && next === ":") {
      const close = pattern.indexOf("]", at + 2);
      if (close < 0) return undefined;
      if (close > at + 2 && pattern[close - 1] === ":") {
        const members_ = CLASSES.get(pattern.slice(at + 2, close - 1));
        if (members_ === undefined) return undefined;
        for (let member = 0; member < 128; member++) {
          if (members_.test(String.fromCharCode(member))) members[member] = 1;
        }
        at = close;
        code = 0;
      } else {
        members[code] = 1;
      }
    } else {
      members[code] = 1;
    }
    previous = code;
    at++;
  } while (pattern[at] !== "]");
  const has = (code: number) => {
    if (pathname && code === SLASH) return false;
    const found = members[code] === 1 ||
      ignoreCase && (members[lower(code)] === 1 || members[upper(code)] === 1);
    return found !== negated;
  };
  return { has, end: at };
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code;
}

function upper(code: number): number {
  return code >= 0x61 && code <= 0x7a ? code - 32 : code;
}

// deno-lint-ignore no-control-regex -- [:cntrl:] is a class of git's globs
const CONTROL = /[\x00-\x1f\x7f]/;

const CLASSES: ReadonlyMap<string, RegExp> = new Map([
  ["alnum", /[A-Za-z0-9]/],
  ["alpha", /[A-Za-z]/],
  ["blank", /[ \t]/],
  ["cntrl", CONTROL],
  ["digit", /[0-9]/],
  ["graph", /[!-~]/],
  ["lower", /[a-z]/],
  ["print", /[ -~]/],
  ["punct", /[!-/:-@[-`{-~]/],
  ["space", /[ \t\n\v\f\r]/],
  ["upper", /[A-Z]/],
  ["xdigit", /[A-Fa-f0-9]/],
]);
