import type { SafePath } from "../base/ids.ts";
import type { TreeEntry, TreeEntryKind } from "./source_tree.ts";

/** An entry whose name may be joined to a folder: it has passed `decodeNames`. */
export interface NamedEntry {
  /** The entry it was made of, which `SourceTree.contents` is asked for. */
  readonly entry: TreeEntry;
  readonly path: SafePath;
  readonly kind: Extract<
    TreeEntryKind,
    "file" | "symlink" | "directory" | "submodule"
  >;
  readonly executable: boolean;
}
