import {
  type AttributeRule,
  type AttributeValue,
  parseAttributeFile,
} from "./attribute_file.ts";
import { byteText } from "./ignore_pattern.ts";

/** The value of one attribute of a path; a folder's path ends with a slash. */
export type PathAttribute = (path: string) => AttributeValue;

/** Where attributes are read. */
export interface AttributeInput {
  /** The bytes of `<folder>.gitattributes`; `folder` is empty or ends with a slash. */
  readonly read: (folder: string) => Uint8Array | undefined;
  /** The bytes of `info/attributes`, which come before all others. */
  readonly info: Uint8Array | undefined;
  readonly ignoreCase: boolean;
}

interface RuleList {
  /** Bytes of the folder's path, which patterns are below. */
  readonly base: number;
  /** The last line first. */
  readonly rules: readonly AttributeRule[];
}

type Macros = ReadonlyMap<string, AttributeRule["states"]>;

/**
 * The value that git's attributes files give `attribute` (gitattributes): in
 * `info/attributes` first, then in the folder of the path and those above it,
 * in each the last line that says something; macros are expanded. What a user
 * or machine configures elsewhere is left out: a release must not depend on it.
 */
export function pathAttribute(
  attribute: string,
  { read, info, ignoreCase }: AttributeInput,
): PathAttribute {
  const parse = (bytes: Uint8Array | undefined, macros: boolean) =>
    bytes === undefined
      ? []
      : parseAttributeFile(bytes, macros, ignoreCase).reverse();
  const top = parse(info && withoutBom(info), true);
  const root = parse(read(""), true);
  const macros = macrosOf([...top, ...root]);
  const relevant = relevantNames(attribute, macros);
  const keep = (rules: readonly AttributeRule[]) =>
    rules.filter(({ target, states }) =>
      !("macro" in target) && states.some(([name]) => relevant.has(name))
    );
  const first: RuleList = { base: 0, rules: keep(top) };
  const folders = new Map<string, readonly RuleList[]>([
    ["", [{ base: 0, rules: keep(root) }]],
  ]);
  /** The lists of a folder and those above it, the deepest first. */
  const listsOf = (folder: string): readonly RuleList[] => {
    let lists = folders.get(folder);
    if (lists === undefined) {
      const above = listsOf(
        folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1),
      );
      const rules = keep(parse(read(folder), false));
      lists = rules.length === 0
        ? above
        : [{ base: bytesOf(folder).length, rules }, ...above];
      folders.set(folder, lists);
    }
    return lists;
  };
  return (path) => {
    const isFolder = path.endsWith("/");
    const plain = isFolder ? path.slice(0, -1) : path;
    const bytes = bytesOf(plain);
    const decided = new Map<string, AttributeValue>();
    const folder = plain.slice(0, plain.lastIndexOf("/") + 1);
    for (const { base, rules } of [first, ...listsOf(folder)]) {
      const below = bytes.slice(base);
      for (const { target, states } of rules) {
        if ("macro" in target || target.folderOnly && !isFolder) continue;
        if (!target.matches(below)) continue;
        fill(states, macros, decided);
        if (decided.has(attribute)) return decided.get(attribute);
      }
    }
    return undefined;
  };
}

/** Git leaves a byte order mark out of a file, and not out of what is staged. */
function withoutBom(bytes: Uint8Array): Uint8Array {
  const has = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return has ? bytes.subarray(3) : bytes;
}

/** What is decided stays; within a line, too, the last word counts. */
function fill(
  states: AttributeRule["states"],
  macros: Macros,
  decided: Map<string, AttributeValue>,
): void {
  for (const [name, value] of [...states].reverse()) {
    if (decided.has(name)) continue;
    decided.set(name, value);
    const macro = value === true ? macros.get(name) : undefined;
    if (macro !== undefined) fill(macro, macros, decided);
  }
}

/** The definitions that count, given the last line of the first file first. */
function macrosOf(rules: readonly AttributeRule[]): Macros {
  const macros = new Map<string, AttributeRule["states"]>();
  for (const { target, states } of rules) {
    if ("macro" in target && !macros.has(target.macro)) {
      macros.set(target.macro, states);
    }
  }
  return macros;
}

/** The attribute, and every macro that says something of it, also by way of others. */
function relevantNames(attribute: string, macros: Macros): ReadonlySet<string> {
  const names = new Set([attribute]);
  for (const name of names) {
    for (const [macro, states] of macros) {
      if (states.some(([word]) => word === name)) names.add(macro);
    }
  }
  return names;
}

function bytesOf(path: string): string {
  // Most paths are their own bytes.
  // deno-lint-ignore no-control-regex -- the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(path)
    ? path
    : byteText(new TextEncoder().encode(path));
}
