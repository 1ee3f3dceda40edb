/**
 * The one currency: whatever a recipe fetched, as a list of entries and one
 * call that streams chosen contents. Nothing after a recipe can tell where
 * the bytes came from.
 */
export interface SourceTree {
  /**
   * Every entry below the source's root, complete before any content is read.
   * Paths are raw bytes: the names policy decides what they may be.
   */
  readonly entries: readonly TreeEntry[];
  /**
   * Streams the contents of `wanted`, each entry once, in the source's own
   * order. Call it as often as needed; consume one content before asking for
   * the next. Throws `SourceError` when the bytes are damaged or exceed a limit.
   */
  contents(wanted: readonly TreeEntry[]): AsyncIterable<TreeContent>;
  /** Releases temporary files. */
  close(): Promise<void>;
}

/** What an entry is. Kinds after `symlink` are never materialised. */
export type TreeEntryKind =
  | "file"
  | "symlink"
  | "directory"
  | "submodule"
  | "hardlink"
  | "device"
  | "fifo";

/** One entry of a source, unchecked. */
export interface TreeEntry {
  /** Path below the root, `/` between components, no trailing slash, as raw bytes. */
  readonly path: Uint8Array;
  readonly kind: TreeEntryKind;
  /** The owner's executable bit; false for anything but a file. */
  readonly executable: boolean;
  /** Bytes of content, where the source's format says so. */
  readonly size?: number;
}

/** The content of one entry. A symlink's content is its text. */
export interface TreeContent {
  readonly entry: TreeEntry;
  /** Bytes that `chunks` will produce, exactly. */
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}
