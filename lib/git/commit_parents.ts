import { commitTree } from "./commit_object.ts";
import { idBytes, type ObjectFormat } from "./object_format.ts";

const decoder = new TextDecoder("latin1");

/** The ids of a commit's parents, in order. Throws `SourceError` (`git-damaged`) for no commit. */
export function commitParents(
  body: Uint8Array,
  format: ObjectFormat,
): readonly string[] {
  const digits = 2 * idBytes(format);
  const line = new RegExp(`^parent ([0-9a-f]{${digits}})\n$`);
  const length = "parent \n".length + digits;
  const parents: string[] = [];
  let at = "tree \n".length + commitTree(body, format).length;
  for (;; at += length) {
    const parent = line.exec(decoder.decode(body.subarray(at, at + length)));
    if (parent === null) return parents;
    parents.push(parent[1]!);
  }
}
