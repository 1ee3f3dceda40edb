import {
  MAX_PATH_BYTES,
  MAX_PATH_DEPTH,
  MAX_PATHS_BYTES,
  MAX_SOURCE_BYTES,
  MAX_SOURCE_ENTRIES,
} from "../base/limits.ts";
import type {
  SourceTree,
  TreeContent,
  TreeEntry,
} from "../tree/source_tree.ts";
import { commitTree } from "./commit_object.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { readTree } from "./read_tree.ts";
import type { TreeItem } from "./tree_object.ts";

/** An entry that knows its object. */
export interface GitTreeEntry extends TreeEntry {
  readonly id: string;
}

/**
 * Lists the tree of a commit. Every tree and blob it reaches must be in the
 * store: a missing object is an error, never a missing file. Limits count the
 * expansion, so a small pack that repeats one folder endlessly ends in
 * `limit-exceeded`. Throws `SourceError`. Closing the tree closes the store.
 */
export function walkCommit(store: ObjectStore, commit: string): SourceTree {
  const object = store.read(commit);
  if (object.type !== "commit") throw damaged(`${commit} is not a commit`);
  const entries = new Walk(store).run(commitTree(object.body, store.format));
  return {
    entries,
    contents: (wanted) => contents(store, wanted),
    close: () => Promise.resolve(store.close()),
  };
}

class Walk {
  readonly #store: ObjectStore;
  readonly #trees = new Map<string, readonly TreeItem[]>();
  readonly #entries: GitTreeEntry[] = [];
  #bytes = 0;
  #pathBytes = 0;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  run(root: string): readonly GitTreeEntry[] {
    this.#visit(root, new Uint8Array(0), 1);
    return this.#entries;
  }

  #visit(id: string, folder: Uint8Array, depth: number): void {
    if (depth > MAX_PATH_DEPTH) {
      throw limitExceeded(`folders are more than ${MAX_PATH_DEPTH} deep`);
    }
    for (const item of this.#tree(id)) {
      const path = join(folder, item.name, depth > 1);
      this.#add(path, item);
      if (item.kind === "directory") this.#visit(item.id, path, depth + 1);
    }
  }

  #add(path: Uint8Array, item: TreeItem): void {
    if (this.#entries.length === MAX_SOURCE_ENTRIES) {
      throw limitExceeded(`it holds more than ${MAX_SOURCE_ENTRIES} entries`);
    }
    this.#pathBytes += path.length;
    if (this.#pathBytes > MAX_PATHS_BYTES) {
      throw limitExceeded(
        `its paths together exceed ${MAX_PATHS_BYTES} bytes`,
      );
    }
    const { kind, executable, id } = item;
    if (kind !== "file" && kind !== "symlink") {
      this.#entries.push({ path, kind, executable, id });
      return;
    }
    const info = this.#store.info(id);
    if (info === undefined) throw damaged(`the object ${id} is missing`);
    if (info.type !== "blob") throw damaged(`the object ${id} is not a blob`);
    this.#bytes += info.size;
    if (this.#bytes > MAX_SOURCE_BYTES) {
      throw limitExceeded(`it produces more than ${MAX_SOURCE_BYTES} bytes`);
    }
    this.#entries.push({ path, kind, executable, id, size: info.size });
  }

  #tree(id: string): readonly TreeItem[] {
    const known = this.#trees.get(id);
    if (known !== undefined) return known;
    const items = readTree(this.#store, id);
    this.#trees.set(id, items);
    return items;
  }
}

function join(
  folder: Uint8Array,
  name: Uint8Array,
  nested: boolean,
): Uint8Array {
  const at = nested ? folder.length + 1 : 0;
  if (at + name.length > MAX_PATH_BYTES) {
    throw limitExceeded(`a path is longer than ${MAX_PATH_BYTES} bytes`);
  }
  const path = new Uint8Array(at + name.length);
  path.set(folder);
  if (nested) path[at - 1] = 0x2f;
  path.set(name, at);
  return path;
}

async function* contents(
  store: ObjectStore,
  wanted: readonly TreeEntry[],
): AsyncGenerator<TreeContent> {
  const placed = (wanted as readonly GitTreeEntry[])
    .filter(({ kind }) => kind === "file" || kind === "symlink")
    .map((entry) => ({ entry, info: store.info(entry.id) }))
    .sort((a, b) => (a.info?.order ?? 0) - (b.info?.order ?? 0));
  for (const { entry, info } of placed) {
    if (info === undefined) throw damaged(`the object ${entry.id} is missing`);
    yield { entry, size: info.size, chunks: store.stream(entry.id) };
  }
}
