import { addFoldersAbove, parent } from "./folders_above.ts";

/** Links that a kernel follows in one look-up before it gives up (Linux: 40). */
const MAX_HOPS = 40;

/** Where a link leads. */
export type Destination =
  | {
    /** Path inside the snapshot; `""` is its root. */
    readonly to: string;
    /** Whether the way leads over another link. */
    readonly chained: boolean;
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

  /** Where the link at `path` leads. */
  resolve(path: string): Destination {
    return this.#follow(path, 1);
  }

  #follow(path: string, hops: number): Destination {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    if (hops > MAX_HOPS) return "nowhere";
    // A way that comes back here while it is being walked is a circle.
    this.#known.set(path, "nowhere");
    const found = this.#walk(path, hops);
    if (found === "nowhere") this.#known.delete(path);
    else this.#known.set(path, found);
    return found;
  }

  #walk(path: string, hops: number): Destination {
    let here = parent(path);
    let chained = false;
    for (const name of this.#links.get(path)!.split("/")) {
      if (!this.#folders.has(here)) return "nowhere";
      if (name === "" || name === ".") continue;
      if (name === "..") {
        if (here === "") return "outside";
        here = parent(here);
        continue;
      }
      const next = here === "" ? name : `${here}/${name}`;
      if (this.#links.has(next)) {
        const led = this.#follow(next, hops + 1);
        if (typeof led === "string") return led;
        here = led.to;
        chained = true;
      } else if (this.#files.has(next) || this.#folders.has(next)) {
        here = next;
      } else {
        return "nowhere";
      }
    }
    return { to: here, chained };
  }
}
