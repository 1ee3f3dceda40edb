import { MAX_PARTIAL_BYTES } from "../base/limits.ts";
import { commitTree } from "./commit_object.ts";
import { damaged, protocolError } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { readTree } from "./read_tree.ts";
import type { Remote, RemoteRef } from "./remote.ts";
import type { TreeItem } from "./tree_object.ts";

/** A file that is wanted, and how many bytes of it at most. */
export interface FileWish {
  /** Path from the root, `/` between components. */
  readonly path: string;
  readonly maxBytes: number;
}

/** What stands at a path: a file's bytes, or why there are none. */
export type RemoteFile = Uint8Array | "absent" | "not-a-file" | "too-large";

/**
 * Reads a few files of a commit elsewhere, by path: where the server filters,
 * two requests bring the names and then those files alone; from any other the
 * whole commit is taken, within {@linkcode MAX_PARTIAL_BYTES}. No link is
 * followed. Throws `SourceError`.
 *
 * @param url how messages call the repository
 */
export async function readFiles(
  remote: Remote,
  ref: RemoteRef,
  wishes: readonly FileWish[],
  url: string,
): Promise<ReadonlyMap<string, RemoteFile>> {
  const commit = ref.peeled ?? ref.id;
  const names = await remote.partial?.trees(ref, MAX_PARTIAL_BYTES);
  const store = names ?? await remote.download(ref, MAX_PARTIAL_BYTES);
  try {
    const found = wishes.map((wish) => ({
      ...wish,
      item: itemAt(store, commit, wish.path),
    }));
    const missing = [
      ...new Set(
        found.flatMap(({ item }) =>
          item?.kind === "file" && store.info(item.id) === undefined
            ? [item.id]
            : []
        ),
      ),
    ];
    const blobs = missing.length === 0 || names === undefined
      ? undefined
      : await remote.partial?.blobs(missing, MAX_PARTIAL_BYTES);
    if (missing.length > 0 && blobs === undefined) {
      throw protocolError(url, "the server did not send the files");
    }
    try {
      return new Map(
        found.map(({ path, maxBytes, item }) => [
          path,
          fileOf(item, maxBytes, store, blobs),
        ]),
      );
    } finally {
      blobs?.close();
    }
  } finally {
    store.close();
  }
}

/** What stands at a path, or the link in the way to it. */
function itemAt(
  store: ObjectStore,
  commit: string,
  path: string,
): TreeItem | undefined {
  const object = store.read(commit);
  if (object.type !== "commit") throw damaged(`${commit} is not a commit`);
  let tree = commitTree(object.body, store.format);
  let item: TreeItem | undefined;
  for (const part of path.split("/")) {
    if (item !== undefined && item.kind !== "directory") {
      return item.kind === "symlink" ? item : undefined;
    }
    const name = new TextEncoder().encode(part).toHex();
    item = readTree(store, tree).find((each) => each.name.toHex() === name);
    if (item === undefined) return undefined;
    tree = item.id;
  }
  return item;
}

function fileOf(
  item: TreeItem | undefined,
  maxBytes: number,
  ...stores: readonly (ObjectStore | undefined)[]
): RemoteFile {
  if (item === undefined) return "absent";
  if (item.kind !== "file") return "not-a-file";
  for (const store of stores) {
    const info = store?.info(item.id);
    if (store === undefined || info === undefined) continue;
    if (info.type !== "blob") throw damaged(`${item.id} is not a blob`);
    return info.size > maxBytes ? "too-large" : store.read(item.id).body;
  }
  throw damaged(`the object ${item.id} is missing`);
}
