import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { SourceError } from "../base/errors.ts";
import type { RuleName } from "../base/rules.ts";
import { printable } from "../report/printable.ts";
import { caseTwins } from "./case_twins.ts";
import { addFoldersAbove } from "./folders_above.ts";
import { linkOddity, linkPlaceFault, linkTextFault } from "./link_faults.ts";
import { LinkResolver } from "./link_resolver.ts";
import { nameFault, nameSuspicion } from "./name_faults.ts";
import type { NamedEntry } from "./named_entry.ts";
import { sortByUtf8 } from "./utf8_order.ts";
import { within } from "./within.ts";

/** Warnings of one rule that are spelled out; a hostile source could cause one for every entry. */
const MAX_WARNINGS = 100;

/** What {@linkcode judgeNames} decides. */
export interface Judged {
  readonly kept: readonly NamedEntry[];
  readonly leftOut: readonly NamedEntry[];
  /** Warnings `name-left-out`, `link-text`, `name-suspect`; one for a folder with all below it. */
  readonly findings: readonly Finding[];
}

/** Faulty paths, which may be folders, and what is wrong with each, as a phrase. */
type Faults = Map<string, string>;
type LinkTexts = ReadonlyMap<string, string | undefined>;

/**
 * Judges names and kinds that a snapshot should not hold (contract section 3,
 * "Refused inside a provided skill, suite or include, elsewhere left out and
 * named in a warning"), and warns of those that are kept but deceive.
 *
 * @param entries what the selection rule kept.
 * @param inside provided skills, suites and includes.
 * @param linkBytes the bytes of every link's text by path.
 * @throws {SourceError} `name-refused` for an entry inside, naming it and how
 * many more there are.
 */
export function judgeNames(
  entries: readonly NamedEntry[],
  inside: readonly (SafePath | ".")[],
  linkBytes: ReadonlyMap<string, Uint8Array>,
): Judged {
  const files = entries.filter(({ kind }) => kind !== "directory");
  const isInside = within(inside);
  const texts = decodeTexts(linkBytes);
  const twins = caseTwins(files.map(({ path }) => path));

  const faults: Faults = new Map();
  findTwins(faults, twins.equal, files, isInside);
  findNames(faults, files);
  findLinks(faults, files, texts);
  refuseInside(faults, files, isInside);

  const isFaulty = within(faults.keys());
  const kept = files.filter(({ path }) => !isFaulty(path));
  return {
    kept,
    leftOut: files.filter(({ path }) => isFaulty(path)),
    findings: [
      ...warnings("name-left-out", leftOutWarnings(faults)),
      ...warnings("name-suspect", suspicions(kept, twins.equalUpper)),
      ...warnings("link-text", oddities(kept, texts)),
    ],
  };
}

/**
 * One of two names that a case-insensitive disk takes for one would overwrite
 * the other there. Only a folder on the way to a skill survives its twin.
 */
function findTwins(
  faults: Faults,
  groups: readonly (readonly string[])[],
  files: readonly NamedEntry[],
  isInside: (path: string) => boolean,
): void {
  if (groups.length === 0) return;
  const needed = new Set<string>();
  for (const { path } of files) {
    if (isInside(path)) addFoldersAbove(needed, path);
  }
  for (const group of groups) {
    const onTheWay = group.filter((path) =>
      needed.has(path) && !isInside(path)
    );
    for (const path of group) {
      if (onTheWay.length === 1 && onTheWay[0] === path) continue;
      const twin = group.find((other) => other !== path)!;
      faults.set(
        path,
        `differs from "${printable(twin)}" in case or normalization only`,
      );
    }
  }
}

function findNames(faults: Faults, files: readonly NamedEntry[]): void {
  for (const { path, kind } of files) {
    if (kind === "submodule") {
      faults.set(path, "is a submodule, which is never followed");
    }
  }
  for (const path of nodesOf(files)) {
    const fault = nameFault(baseName(path));
    if (fault !== undefined) faults.set(path, fault);
  }
}

function findLinks(
  faults: Faults,
  files: readonly NamedEntry[],
  texts: LinkTexts,
): void {
  const links = files.filter(({ kind }) => kind === "symlink");
  if (links.length === 0) return;
  for (const { path } of links) {
    const fault = linkTextFault(path, texts.get(path));
    if (fault !== undefined) faults.set(path, fault);
  }
  const isFaulty = within(faults.keys());
  const sound = files.filter(({ path }) => !isFaulty(path));
  const resolver = resolverOf(sound, texts);
  for (const { path, kind } of sound) {
    if (kind !== "symlink") continue;
    const fault = linkPlaceFault(path, resolver);
    if (fault !== undefined) faults.set(path, fault);
  }
}

function refuseInside(
  faults: Faults,
  files: readonly NamedEntry[],
  isInside: (path: string) => boolean,
): void {
  const isFaulty = within(faults.keys());
  const refused = files.filter(({ path }) => isInside(path) && isFaulty(path));
  const first = refused[0];
  if (first === undefined) return;
  const culprit = [...nodesOf([first])].findLast((path) => faults.has(path))!;
  const more = refused.length - 1;
  const others = more === 0
    ? ""
    : ` (and ${more} more such ${more === 1 ? "entry" : "entries"})`;
  throw new SourceError(
    "name-refused",
    `"${printable(culprit)}" ${
      faults.get(culprit)
    }, inside a provided skill, suite or include${others}; nothing of the source was written: ask its maintainers to change it, or do not provide it`,
  );
}

function leftOutWarnings(faults: Faults): Map<string, string> {
  const isFaulty = within(faults.keys());
  const topmost = new Map<string, string>();
  for (const [path, fault] of faults) {
    const cut = path.lastIndexOf("/");
    if (cut > 0 && isFaulty(path.slice(0, cut))) continue;
    topmost.set(path, `${fault} and is left out`);
  }
  return topmost;
}

function suspicions(
  kept: readonly NamedEntry[],
  upperTwins: readonly (readonly string[])[],
): Map<string, string> {
  const found = new Map<string, string>();
  const nodes = nodesOf(kept);
  for (const path of nodes) {
    const suspicion = nameSuspicion(baseName(path));
    if (suspicion !== undefined) found.set(path, suspicion);
  }
  for (const group of upperTwins) {
    const [path, twin] = group.filter((node) => nodes.has(node));
    if (path === undefined || twin === undefined) continue;
    found.set(
      path,
      `differs from "${printable(twin)}" in case only, on some systems`,
    );
  }
  return found;
}

function oddities(
  kept: readonly NamedEntry[],
  texts: LinkTexts,
): Map<string, string> {
  const found = new Map<string, string>();
  const resolver = resolverOf(kept, texts);
  for (const { path, kind } of kept) {
    if (kind !== "symlink") continue;
    const oddity = linkOddity(path, resolver);
    if (oddity !== undefined) found.set(path, oddity);
  }
  return found;
}

function resolverOf(
  entries: readonly NamedEntry[],
  texts: LinkTexts,
): LinkResolver {
  const files = new Set<string>();
  const links = new Map<string, string>();
  for (const { path, kind } of entries) {
    if (kind === "symlink") links.set(path, texts.get(path) ?? "");
    else files.add(path);
  }
  return new LinkResolver(files, links);
}

/** Every path and every folder above one; of a single entry, longest first. */
function nodesOf(entries: readonly NamedEntry[]): Set<string> {
  const nodes = new Set<string>();
  for (const { path } of entries) {
    nodes.add(path);
    addFoldersAbove(nodes, path);
  }
  return nodes;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function warnings(
  rule: RuleName,
  phrases: ReadonlyMap<string, string>,
): Finding[] {
  const paths = sortByUtf8([...phrases.keys()]);
  const findings: Finding[] = paths.slice(0, MAX_WARNINGS).map((path) => ({
    rule,
    level: "warning",
    message: `"${printable(path)}" ${phrases.get(path)}`,
  }));
  const more = paths.length - findings.length;
  if (more > 0) {
    findings.push({
      rule,
      level: "warning",
      message: `${more} more entries of the source are of this kind`,
    });
  }
  return findings;
}

function decodeTexts(linkBytes: ReadonlyMap<string, Uint8Array>): LinkTexts {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const texts = new Map<string, string | undefined>();
  for (const [path, bytes] of linkBytes) {
    try {
      texts.set(path, decoder.decode(bytes));
    } catch {
      texts.set(path, undefined);
    }
  }
  return texts;
}
