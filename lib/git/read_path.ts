import { commitTree } from "./commit_object.ts";
import { damaged } from "./git_errors.ts";
import { resolveRef } from "./local_refs.ts";
import type { LocalRepository } from "./local_repository.ts";
import { readTree } from "./read_tree.ts";
import { peelTag } from "./tags.ts";
import type { TreeItem } from "./tree_object.ts";

/**
 * The bytes of the regular file at `path` in the commit at `HEAD`.
 * `undefined` when there is no commit yet, no such path, or something else
 * than a regular file there. Throws `SourceError` when an object is damaged.
 */
export function readPathAtHead(
  repository: LocalRepository,
  path: string,
): Promise<Uint8Array | undefined> {
  return Promise.resolve().then(() => {
    const head = resolveRef(repository, "HEAD");
    return head === undefined ? undefined : readFile(repository, head, path);
  });
}

/** The same in the commit `commit`, a full id; a tag object's id is peeled. */
export function readPathAt(
  repository: LocalRepository,
  commit: string,
  path: string,
): Promise<Uint8Array | undefined> {
  return Promise.resolve().then(() => readFile(repository, commit, path));
}

function readFile(
  { objects, format }: LocalRepository,
  start: string,
  path: string,
): Uint8Array | undefined {
  try {
    const { id, type } = peelTag(objects, start);
    if (type !== "commit") throw damaged(`${id} is not a commit`);
    let tree = commitTree(objects.read(id).body, format);
    let item: TreeItem | undefined;
    for (const part of path.split("/")) {
      if (item !== undefined && item.kind !== "directory") return undefined;
      item = readTree(objects, tree)
        .find(({ name }) => equals(name, encoder.encode(part)));
      if (item === undefined) return undefined;
      tree = item.id;
    }
    if (item?.kind !== "file") return undefined;
    const blob = objects.read(item.id);
    if (blob.type !== "blob") throw damaged(`${item.id} is not a blob`);
    return blob.body;
  } finally {
    objects.close();
  }
}

const encoder = new TextEncoder();

function equals(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
