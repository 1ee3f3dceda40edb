import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import { pathFault } from "../tree/name_faults.ts";
import type { SourceTree, TreeEntry } from "../tree/source_tree.ts";
import type { Provide } from "../trust/model.ts";

/** What decides whether the top folder is stripped. */
export interface TopFolderOptions {
  readonly skillsRoot: string;
  readonly provides: readonly Provide[];
}

/** A tree whose root is the source's root, and what was left out. */
export interface RootedTree {
  readonly tree: SourceTree;
  readonly findings: readonly Finding[];
}

/** What file managers add to an archive beside its content. */
const LITTER = new Set(["__MACOSX", ".DS_Store"]);

/**
 * Strips the folder that release archives put around everything, when it is
 * the archive's only entry and the skills root lies inside; when the skills
 * root is there both with and without it, the reading with all provided
 * skills counts (contract section 3).
 */
export function stripTopFolder(
  tree: SourceTree,
  options: TopFolderOptions,
): RootedTree {
  const named = tree.entries.map((entry) => ({ entry, path: text(entry) }));
  const kept = named.filter(({ path }) => !LITTER.has(first(path)));
  const top = onlyFolder(kept);
  const strip = top !== undefined &&
    isStripped(kept.map(({ path }) => path), top, options);
  const dropped = named.length - kept.length;
  if (!strip && dropped === 0) return { tree, findings: [] };
  const prefix = strip ? new TextEncoder().encode(`${top}/`).length : 0;
  return {
    tree: shortened(tree, kept.map(({ entry }) => entry), prefix),
    findings: dropped === 0 ? [] : [{
      rule: "tree-left-out",
      level: "warning",
      message:
        `The archive holds ${dropped} entries of a file manager (__MACOSX, .DS_Store), which were left out; ask its maintainer to pack it without them.`,
    }],
  };
}

function text(entry: TreeEntry): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(entry.path);
}

function first(path: string): string {
  const slash = path.indexOf("/");
  return slash < 0 ? path : path.slice(0, slash);
}

/**
 * The one folder that everything lies in. A name that the names policy
 * refuses is none: stripping it would hide it from that policy.
 */
function onlyFolder(
  entries: readonly { entry: TreeEntry; path: string }[],
): string | undefined {
  const head = entries[0];
  if (head === undefined) return undefined;
  const top = first(head.path);
  const inside = entries.every(({ entry, path }) =>
    path.startsWith(`${top}/`) || (path === top && entry.kind === "directory")
  );
  const sound = pathFault(top) === undefined && !top.includes("\ufffd") &&
    printable(top) === top;
  return inside && sound ? top : undefined;
}

function isStripped(
  paths: readonly string[],
  top: string,
  { skillsRoot, provides }: TopFolderOptions,
): boolean {
  const root = skillsRoot === "." ? "" : `${skillsRoot}/`;
  const holds = (prefix: string) =>
    paths.some((path) => `${path}/`.startsWith(prefix));
  if (!holds(`${top}/${root}`)) return false;
  if (!holds(root)) return true;
  return fulfils(paths, `${top}/${root}`, provides) ||
    !fulfils(paths, root, provides);
}

/** Whether every provided skill, and one of each family, stands below `root`. */
function fulfils(
  paths: readonly string[],
  root: string,
  provides: readonly Provide[],
): boolean {
  const skills = new Set(
    paths.filter((path) => path.startsWith(root) && path.endsWith("/SKILL.md"))
      .map((path) => path.slice(root.length, -"/SKILL.md".length)),
  );
  return provides.every((item) =>
    "skill" in item
      ? skills.has(item.skill)
      : [...skills].some((skill) =>
        skill.startsWith(`${item.family}-`) && !skill.includes("/")
      )
  );
}

/** `tree` with `kept` only, without the first `prefix` bytes of each path. */
function shortened(
  tree: SourceTree,
  kept: readonly TreeEntry[],
  prefix: number,
): SourceTree {
  const inner = new Map<TreeEntry, TreeEntry>();
  const outer = new Map<TreeEntry, TreeEntry>();
  for (const entry of kept) {
    // The top folder itself becomes the root, which is no entry.
    if (entry.path.length < prefix) continue;
    const short = { ...entry, path: entry.path.subarray(prefix) };
    inner.set(short, entry);
    outer.set(entry, short);
  }
  return {
    entries: [...inner.keys()],
    async *contents(wanted) {
      const chosen = wanted.flatMap((entry) => inner.get(entry) ?? []);
      for await (const content of tree.contents(chosen)) {
        const entry = outer.get(content.entry);
        if (entry !== undefined) yield { ...content, entry };
      }
    },
    close: () => tree.close(),
  };
}
