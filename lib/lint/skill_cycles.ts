import type { Finding } from "../base/finding.ts";
import { MAX_PATH_DEPTH, MAX_SOURCE_ENTRIES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { followLink, type Tree } from "./follow_link.ts";
import { lintFinding } from "./lint_finding.ts";

/** A folder on the way down, by the path that it really has. */
interface Visit {
  readonly path: string;
  readonly depth: number;
  /** The real folders above it on the way, itself included. */
  readonly above: ReadonlySet<string>;
}

/**
 * Links in the agents' folders and below the skills there that lead to a folder
 * around themselves, or back and forth: whoever walks the skills with links
 * followed never ends (contract section 6, "no cycles"). Each folder is looked
 * at once.
 *
 * @param disk absolute folder that a path of the tree is below
 * @param folders paths of the agents' folders
 * @param counts whether what stands at a path, a folder or a link, is looked at
 * @param reported links whose own circles are said elsewhere
 */
export function skillCycles(
  tree: Tree,
  disk: (path: string) => string,
  folders: Iterable<string>,
  counts: (path: string) => boolean,
  reported: ReadonlySet<string>,
): Finding[] {
  const findings = new Map<string, Finding>();
  const seen = new Set<string>();
  const open: Visit[] = [...folders].map((path) => ({
    path,
    depth: 1,
    above: new Set([path]),
  }));
  let count = 0;
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { path, depth, above } = visit;
    if (seen.has(path) || depth > MAX_PATH_DEPTH) continue;
    seen.add(path);
    for (const { name, isDirectory, isSymlink } of entriesOf(disk(path))) {
      if (++count > MAX_SOURCE_ENTRIES) return [...findings.values()];
      const child = `${path}/${name}`;
      if (!(isDirectory || isSymlink) || !counts(child)) continue;
      if (isDirectory) {
        open.push({
          path: child,
          depth: depth + 1,
          above: new Set([...above, child]),
        });
      }
      if (!isSymlink) continue;
      const node = tree(child);
      if (node.kind !== "link") continue;
      const end = followLink(tree, child, node.text);
      const circle = end.end === "cycle" && !reported.has(child) ||
        end.end === "folder" &&
          [...above].some((folder) => contains(end.path, folder));
      if (circle) {
        findings.set(
          child,
          lintFinding(
            "link-cycle",
            "error",
            printable(child),
            `leads in a circle: to ${
              printable(end.path) || "the repository's root"
            }, around itself`,
            child.startsWith(`${SNAPSHOTS}/`)
              ? "skill-sources setup, if somebody edited the snapshot; else tell the maintainer of the source"
              : `remove the link: rm ${printable(child)}`,
          ),
        );
      } else if (end.end === "folder") {
        open.push({
          path: end.path,
          depth: depth + 1,
          above: new Set([...above, end.path]),
        });
      }
    }
  }
  return [...findings.values()];
}

function contains(folder: string, path: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)]
      .sort((left, right) => left.name < right.name ? -1 : 1);
  } catch {
    // What cannot be read is said where bytes are judged.
    return [];
  }
}
