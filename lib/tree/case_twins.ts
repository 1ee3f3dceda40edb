import { foldName, upperName } from "./case_fold.ts";
import { addFoldersAbove } from "./folders_above.ts";

/** Paths in one folder whose names differ in spelling only. */
export interface CaseTwins {
  /** Equal after NFC and lower-casing: one file on a case-insensitive disk. */
  readonly equal: readonly (readonly string[])[];
  /** Equal only after upper-casing, which some disks and few systems do. */
  readonly equalUpper: readonly (readonly string[])[];
}

/**
 * Finds names that collide on a disk which ignores case or normalization:
 * files, links and the folders above them. Only the topmost names that differ
 * are reported, not everything below them.
 */
export function caseTwins(paths: Iterable<string>): CaseTwins {
  const nodes = new Set<string>();
  for (const path of paths) {
    addFoldersAbove(nodes, path);
    nodes.add(path);
  }
  const lower = new Map<string, string[]>();
  const upper = new Map<string, string[]>();
  for (const node of nodes) {
    const cut = node.lastIndexOf("/") + 1;
    const folder = node.slice(0, cut);
    const name = node.slice(cut);
    add(lower, folder + foldName(name), node);
    add(upper, folder + upperName(name), node);
  }
  const equal = [...lower.values()].filter((twins) => twins.length > 1);
  const known = new Set(equal.flat());
  const equalUpper = [...upper.values()].filter((twins) =>
    twins.length > 1 && twins.some((path) => !known.has(path))
  );
  return { equal, equalUpper };
}

function add(groups: Map<string, string[]>, key: string, path: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [path]);
  else group.push(path);
}
