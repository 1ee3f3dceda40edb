import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { SourceError } from "../base/errors.ts";
import type { RuleName } from "../base/rules.ts";
import { printable } from "../report/printable.ts";
import { caseTwins } from "./case_twins.ts";
import { linkOddity, linkPlaceFault, linkTextFault } from "./link_faults.ts";
import { LinkResolver } from "./link_resolver.ts";
import { nameFault, nameSuspicion } from "./name_faults.ts";
import type { NamedEntry } from "./named_entry.ts";
import { within } from "./within.ts";

/** What {@linkcode judgeNames} decides. */
export interface Judged {
  readonly kept: readonly NamedEntry[];
  readonly leftOut: readonly NamedEntry[];
  /** Warnings `name-left-out`, `link-text`, `name-suspect`; one for a folder with all below it. */
  readonly findings: readonly Finding[];
}

/**
 * Judges names and kinds that a snapshot should not hold (contract section 3,
 * "Refused inside a provided skill, suite or include, elsewhere left out and
 * named in a warning"), and warns of those that are kept but deceive.
 *
 * @param entries what the selection rule kept.
 * @param inside provided skills, suites and includes.
 * @param linkTexts the bytes of every link's text by path.
 * @throws {SourceError} `name-refused` for an entry inside, naming it and how
 * many more there are.
 */
export function judgeNames(
  entries: readonly NamedEntry[],
  inside: readonly (SafePath | ".")[],
  linkTexts: ReadonlyMap<string, Uint8Array>,
): Judged {
  const files = entries.filter((entry) => entry.kind !== "directory");
  const twins = caseTwins(files.map(({ path }) => path));
  const isInside = within(inside);
  const holdsInside = foldersOf(files.filter(({ path }) => isInside(path)));
  const faults = new Map<string, string>();
  for (const group of twins.equal) {
    // A folder that a skill lies in stays; its twin elsewhere goes.
    const spared = group.filter((path) =>
      holdsInside.has(path) && !isInside(path)
    );
    const gone = spared.length === 1
      ? group.filter((path) => path !== spared[0])
      : group;
    for (const path of gone) {
      const twin = group.find((other) => other !== path)!;
      faults.set(
        path,
        `differs from "${printable(twin)}" by case or form only`,
      );
    }
  }
  const judgement = new Judgement(files, faults);
  judgement.byKind();
  judgement.byName();
  judgement.byLinks(decodeTexts(linkTexts));
  judgement.refuse(isInside);
  return judgement.result(twins.equalUpper);
}

/** The entries under judgement, and every fault found so far. */
class Judgement {
  readonly #files: readonly NamedEntry[];
  /** Faulty path, which may be a folder, to what is wrong with it. */
  readonly #faults: Map<string, string>;
  readonly #warnings: Finding[] = [];

  constructor(files: readonly NamedEntry[], faults: Map<string, string>) {
    this.#files = files;
    this.#faults = faults;
  }

  byKind(): void {
    for (const { path, kind } of this.#files) {
      if (kind === "submodule") {
        this.#faults.set(path, "is a submodule, which is never followed");
      }
    }
  }

  byName(): void {
    for (const node of nodesOf(this.#files)) {
      const name = node.slice(node.lastIndexOf("/") + 1);
      const fault = nameFault(name);
      if (fault !== undefined) this.#faults.set(node, fault);
      const suspicion = nameSuspicion(name);
      if (suspicion !== undefined) this.#warn("name-suspect", node, suspicion);
    }
  }

  byLinks(texts: ReadonlyMap<string, string | undefined>): void {
    const links = this.#sound().filter(({ kind }) => kind === "symlink");
    for (const { path } of links) {
      const fault = linkTextFault(path, texts.get(path));
      if (fault !== undefined) this.#faults.set(path, fault);
    }
    const all = this.#resolver(texts);
    const led = links.filter(({ path }) => !this.#faults.has(path))
      .map(({ path }) => [path, linkPlaceFault(path, all)] as const);
    for (const [path, fault] of led) {
      if (fault !== undefined) this.#faults.set(path, fault);
    }
    const kept = this.#resolver(texts);
    for (const { path } of links) {
      if (this.#faults.has(path)) continue;
      const oddity = linkOddity(path, kept);
      if (oddity !== undefined) this.#warn("link-text", path, oddity);
    }
  }

  /** Entries that have no fault, nor a folder above them that has one. */
  #sound(): NamedEntry[] {
    const isFaulty = within(this.#faults.keys());
    return this.#files.filter(({ path }) => !isFaulty(path));
  }

  #resolver(texts: ReadonlyMap<string, string | undefined>): LinkResolver {
    const files = new Set<string>();
    const links = new Map<string, string>();
    for (const { path, kind } of this.#sound()) {
      if (kind === "symlink") links.set(path, texts.get(path)!);
      else files.add(path);
    }
    return new LinkResolver(files, links);
  }

  refuse(isInside: (path: string) => boolean): void {
    const isFaulty = within(this.#faults.keys());
    const refused = this.#files.filter(({ path }) =>
      isInside(path) && isFaulty(path)
    );
    const first = refused[0];
    if (first === undefined) return;
    const node = nodesOf([first]).findLast((path) => this.#faults.has(path))!;
    const more = refused.length - 1;
    throw new SourceError(
      "name-refused",
      `"${printable(node)}" ${
        this.#faults.get(node)
      }, inside a provided skill, suite or include${
        more === 0
          ? ""
          : ` (and ${more} more such ${more === 1 ? "entry" : "entries"})`
      }; nothing of it was written: ask the source's maintainers to change it, or do not provide it`,
    );
  }

  result(equalUpper: readonly (readonly string[])[]): Judged {
    const kept = this.#sound();
    const isFaulty = within(this.#faults.keys());
    const leftOut = this.#files.filter(({ path }) => isFaulty(path));
    for (const [path, fault] of this.#faults) {
      this.#warn("name-left-out", path, `${fault} and is left out`);
    }
    for (const [path, twin] of equalUpper as [string, string][]) {
      this.#warn(
        "name-suspect",
        path!,
        `differs from "${printable(twin!)}" by case only on some systems`,
      );
    }
    return { kept, leftOut, findings: this.#warnings };
  }

  #warn(rule: RuleName, path: string, what: string): void {
    this.#warnings.push({
      rule,
      level: "warning",
      message: `"${printable(path)}" ${what}`,
    });
  }
}

/** Every path and every folder above one, longest first within an entry. */
function nodesOf(entries: readonly NamedEntry[]): string[] {
  return [...foldersOf(entries, true)];
}

function foldersOf(
  entries: readonly NamedEntry[],
  withLeaves = false,
): Set<string> {
  const nodes = new Set<string>();
  for (const { path } of entries) {
    if (withLeaves) nodes.add(path);
    for (
      let cut = path.lastIndexOf("/");
      cut > 0;
      cut = path.lastIndexOf("/", cut - 1)
    ) {
      const node = path.slice(0, cut);
      if (nodes.has(node)) break;
      nodes.add(node);
    }
  }
  return nodes;
}

function decodeTexts(
  texts: ReadonlyMap<string, Uint8Array>,
): Map<string, string | undefined> {
  const decoded = new Map<string, string | undefined>();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (const [path, bytes] of texts) {
    try {
      decoded.set(path, decoder.decode(bytes));
    } catch {
      decoded.set(path, undefined);
    }
  }
  return decoded;
}
