import { objectId } from "../git/git_object.ts";
import type { ObjectFormat } from "../git/object_format.ts";
import type { IndexEntry } from "../repository/index_entries.ts";

/**
 * The id of the tree that `git write-tree` would write of an index.
 *
 * @param entries those of stage 0 that are no intents, in the index's order,
 * which is that of trees
 */
export function indexTree(
  entries: readonly IndexEntry[],
  format: ObjectFormat,
): string {
  let at = 0;
  /** The tree of the entries from `at` on that lie below `folder`, a name with a slash. */
  const tree = (depth: number, folder: Uint8Array): string => {
    const items: Uint8Array[] = [];
    while (at < entries.length && startsWith(entries[at]!.name, folder)) {
      const { name, mode, id } = entries[at]!;
      const slash = name.indexOf(0x2f, depth);
      // A folder of a sparse index is one entry, whose name ends with the slash.
      if (slash < 0 || slash === name.length - 1) {
        const end = slash < 0 ? name.length : slash;
        items.push(item(mode, name.subarray(depth, end), id));
        at++;
      } else {
        const below = name.subarray(0, slash + 1);
        const label = name.subarray(depth, slash);
        items.push(item(0o40000, label, tree(slash + 1, below)));
      }
    }
    return objectId(format, "tree", concat(items));
  };
  return tree(0, new Uint8Array());
}

const encoder = new TextEncoder();

function item(mode: number, name: Uint8Array, id: string): Uint8Array {
  return concat([
    encoder.encode(`${mode.toString(8)} `),
    name,
    Uint8Array.of(0),
    Uint8Array.fromHex(id),
  ]);
}

function startsWith(name: Uint8Array, front: Uint8Array): boolean {
  return front.every((byte, at) => name[at] === byte);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
