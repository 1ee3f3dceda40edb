/**
 * Adds to `folders` every folder above `path`, nearest first, but for the
 * root. Stops at the first one that is known, so that adding all paths of a
 * tree costs no more than its folders.
 */
export function addFoldersAbove(folders: Set<string>, path: string): void {
  for (
    let cut = path.lastIndexOf("/");
    cut > 0;
    cut = path.lastIndexOf("/", cut - 1)
  ) {
    const folder = path.slice(0, cut);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}

/** The folder of a path; of a path at the root, `""`. */
export function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last component of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Every path and every folder above one; of a single entry, longest first. */
export function nodesOf(
  entries: readonly { readonly path: string }[],
): Set<string> {
  const nodes = new Set<string>();
  for (const { path } of entries) {
    nodes.add(path);
    addFoldersAbove(nodes, path);
  }
  return nodes;
}
