import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { SourceError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import { caseTwins } from "./case_twins.ts";
import { addFoldersAbove, baseName, nodesOf } from "./folders_above.ts";
import { linkPlaceFault, linkTextFault } from "./link_faults.ts";
import { type LinkTexts, resolverOf } from "./link_resolver.ts";
import { nameFault } from "./name_faults.ts";
import { nameWarnings } from "./name_warnings.ts";
import type { NamedEntry } from "./named_entry.ts";
import { within } from "./within.ts";

/** What {@linkcode judgeNames} decides. */
export interface Judged {
  readonly kept: readonly NamedEntry[];
  readonly leftOut: readonly NamedEntry[];
  /** Warnings `name-left-out`, `link-text`, `name-suspect`; one for a folder with all below it. */
  readonly findings: readonly Finding[];
}

/** Faulty paths, which may be folders, and what is wrong with each, as a phrase. */
type Faults = Map<string, string>;

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
    findings: nameWarnings(kept, faults, twins.equalUpper, texts),
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
