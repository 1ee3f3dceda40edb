import { MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import type { TreeEntryKind } from "../tree/source_tree.ts";
import { damaged, limitExceeded } from "./git_errors.ts";
import { idBytes, type ObjectFormat } from "./object_format.ts";

/** One entry of a tree object. */
export interface TreeItem {
  readonly kind: TreeEntryKind;
  readonly executable: boolean;
  /** Raw: may be empty or hold a slash, which the names policy refuses. */
  readonly name: Uint8Array;
  readonly id: string;
}

const MODES: ReadonlyMap<string, TreeEntryKind> = new Map([
  ["100644", "file"],
  ["100664", "file"],
  ["100755", "file"],
  ["120000", "symlink"],
  ["160000", "submodule"],
  ["40000", "directory"],
  // Written by some old importers; git reads it as 40000.
  ["040000", "directory"],
]);

/** Longest mode: six digits, then a blank. */
const MODE_BYTES = 7;

/**
 * Parses a tree object strictly: a mode git writes, one blank, a name up to
 * the first NUL, an id. Throws `SourceError` (`git-damaged`) on anything else.
 */
export function parseTree(
  body: Uint8Array,
  format: ObjectFormat,
): readonly TreeItem[] {
  const items: TreeItem[] = [];
  for (let at = 0; at < body.length;) {
    const blank = body.subarray(at, at + MODE_BYTES).indexOf(0x20);
    const nul = body.indexOf(0, at);
    const end = nul + 1 + idBytes(format);
    if (blank < 0 || nul < at + blank || end > body.length) {
      throw damaged("a tree object is malformed");
    }
    const mode = String.fromCharCode(...body.subarray(at, at + blank));
    const kind = MODES.get(mode);
    if (kind === undefined) {
      throw damaged("a tree object holds an entry of an unknown mode");
    }
    items.push({
      kind,
      executable: mode === "100755",
      name: body.subarray(at + blank + 1, nul),
      id: body.subarray(nul + 1, end).toHex(),
    });
    if (items.length > MAX_SOURCE_ENTRIES) {
      throw limitExceeded(`it holds more than ${MAX_SOURCE_ENTRIES} entries`);
    }
    at = end;
  }
  return items;
}
