import { MAX_PARTIAL_BYTES, MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import type { TreeEntryKind } from "../tree/source_tree.ts";
import { commitTree } from "./commit_object.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { readTree } from "./read_tree.ts";
import type { Remote, RemoteRef } from "./remote.ts";

/** An entry of a folder elsewhere. */
export interface ListedEntry {
  /** From the repository's root; bytes that are no UTF-8 are replaced. */
  readonly path: string;
  readonly kind: TreeEntryKind;
}

/**
 * Lists a folder of a commit elsewhere, and the folders in it, two levels in
 * all: no file is fetched where the server filters. Nothing is listed where no
 * such folder stands; no link is followed. Throws `SourceError`.
 *
 * @param folder path from the root, `.` for the root itself
 */
export async function listFolder(
  remote: Remote,
  ref: RemoteRef,
  folder: string,
): Promise<readonly ListedEntry[]> {
  const store = await remote.partial?.trees(ref, MAX_PARTIAL_BYTES) ??
    await remote.download(ref);
  try {
    const tree = folderTree(store, ref.peeled ?? ref.id, folder);
    if (tree === undefined) return [];
    const prefix = folder === "." ? "" : `${folder}/`;
    const entries: ListedEntry[] = [];
    for (const item of readTree(store, tree)) {
      const path = prefix + decoder.decode(item.name);
      entries.push({ path, kind: item.kind });
      if (item.kind !== "directory") continue;
      for (const { name, kind } of readTree(store, item.id)) {
        entries.push({ path: `${path}/${decoder.decode(name)}`, kind });
      }
      if (entries.length > MAX_SOURCE_ENTRIES) {
        throw limitExceeded(`it holds more than ${MAX_SOURCE_ENTRIES} entries`);
      }
    }
    return entries;
  } finally {
    store.close();
  }
}

const decoder = new TextDecoder();

function folderTree(
  store: ObjectStore,
  commit: string,
  folder: string,
): string | undefined {
  const object = store.read(commit);
  if (object.type !== "commit") throw damaged(`${commit} is not a commit`);
  let tree = commitTree(object.body, store.format);
  for (const part of folder === "." ? [] : folder.split("/")) {
    const item = readTree(store, tree).find(({ name, kind }) =>
      kind === "directory" && decoder.decode(name) === part
    );
    if (item === undefined) return undefined;
    tree = item.id;
  }
  return tree;
}
