import { join } from "node:path";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { Node, Tree } from "./follow_link.ts";

/**
 * The working tree at `root`. In a linked worktree the folder of snapshots is
 * the main checkout's, to which a link leads out of the repository, so what
 * lies in it is looked up there.
 *
 * @param snapshotsRoot checkout that holds the snapshots; `root` itself in a
 * main checkout
 */
export function workingTree(root: string, snapshotsRoot: string): Tree {
  const known = new Map<string, Node>();
  const disk = diskPaths(root, snapshotsRoot);
  return (path) => {
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    const node = nodeAt(disk(path));
    known.set(path, node);
    return node;
  };
}

/** Where a path of {@linkcode workingTree} lies on disk. */
export function diskPaths(
  root: string,
  snapshotsRoot: string,
): (path: string) => string {
  return (path) =>
    `${path}/`.startsWith(`${SNAPSHOTS}/`)
      ? join(snapshotsRoot, path)
      : join(root, path);
}

function nodeAt(path: string): Node {
  const info = lstatOrUndefined(path);
  if (info === undefined) return { kind: "missing" };
  if (info.isSymlink) return { kind: "link", text: Deno.readLinkSync(path) };
  return { kind: info.isDirectory ? "folder" : "file" };
}
