import { SourceError } from "../base/errors.ts";
import { MAX_LINK_STEPS } from "../base/limits.ts";
import { addFoldersAbove, parent } from "./folders_above.ts";
import type { NamedEntry } from "./named_entry.ts";

/** Links that a kernel follows in one look-up before it gives up (Linux: 40). */
const MAX_HOPS = 40;

/** Where a link leads. */
export type Destination =
  | {
    /** Path inside the snapshot; `""` is its root. */
    readonly to: string;
    /** Links on the way, this one included. */
    readonly hops: number;
  }
  /** Nothing is there, or the links lead in a circle. */
  | "nowhere"
  /** Above the snapshot's root. */
  | "outside";

/**
 * Follows symbolic links inside a tree as a kernel would, without a disk: over
 * other links, and with `..` counted from where a link led, not from its text.
 * Each link is resolved once, so that links over links over links cost no more
 * than their texts' lengths.
 */
export class LinkResolver {
  readonly #files: ReadonlySet<string>;
  readonly #links: ReadonlyMap<string, string>;
  readonly #folders = new Set([""]);
  readonly #known = new Map<string, Destination>();
  #steps = 0;

  /** `files` and the keys of `links` are paths, no one in both; a link's value is its text. */
  constructor(
    files: ReadonlySet<string>,
    links: ReadonlyMap<string, string>,
  ) {
    this.#files = files;
    this.#links = links;
    for (const path of files) addFoldersAbove(this.#folders, path);
    for (const path of links.keys()) addFoldersAbove(this.#folders, path);
  }

  /** Where the link at `path` leads. Throws `SourceError` (`limit-exceeded`) when that is too much work. */
  resolve(path: string): Destination {
    return this.#follow(path, 1);
  }

  /** `nested` bounds the recursion, and ends circles; a failure is not remembered, as it may be its doing. */
  #follow(path: string, nested: number): Destination {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (nested > MAX_HOPS) return "nowhere";
    const found = this.#walk(path, nested);
    if (found !== "nowhere") this.#known.set(path, found);
    return found;
  }

  #walk(path: string, nested: number): Destination {
    let here = parent(path);
    let hops = 1;
    for (const name of this.#links.get(path)!.split("/")) {
      if (++this.#steps > MAX_LINK_STEPS) throw tooMuchWork();
      if (!this.#folders.has(here)) return "nowhere";
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (here === "") return "outside";
        here = parent(here);
        continue;
      }
      const next = here === "" ? name : `${here}/${name}`;
      if (this.#links.has(next)) {
        const led = this.#follow(next, nested + 1);
        if (typeof led === "string") return led;
        here = led.to;
        hops += led.hops;
        if (hops > MAX_HOPS) return "nowhere";
      } else if (this.#files.has(next) || this.#folders.has(next)) {
        here = next;
      } else {
        return "nowhere";
      }
    }
    return { to: here, hops };
  }
}

function tooMuchWork(): SourceError {
  return new SourceError(
    "limit-exceeded",
    "the source's links lead over one another so often that they cannot all be followed; ask its maintainers to remove links",
  );
}

/** Texts of links by path; `undefined` for one that is not UTF-8. */
export type LinkTexts = ReadonlyMap<string, string | undefined>;

/** The resolver of the tree that `entries` make. */
export function resolverOf(
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
