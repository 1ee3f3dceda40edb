import { damaged } from "./git_errors.ts";
import { objectId, type ObjectStore } from "./git_object.ts";
import { parseTree, type TreeItem } from "./tree_object.ts";

/**
 * Reads a tree by its id. The empty tree is known without being stored: git
 * itself does not always write it. Throws `SourceError` (`git-damaged`).
 */
export function readTree(store: ObjectStore, id: string): readonly TreeItem[] {
  if (id === objectId(store.format, "tree", new Uint8Array(0))) return [];
  const { type, body } = store.read(id);
  if (type !== "tree") throw damaged(`the object ${id} is not a tree`);
  return parseTree(body, store.format);
}
