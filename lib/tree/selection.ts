import type { SafePath } from "../base/ids.ts";
import type { Layout } from "../trust/model.ts";
import { addFoldersAbove, parent } from "./folders_above.ts";
import type { NamedEntry } from "./named_entry.ts";
import { OWN_FOLDERS } from "./own_folders.ts";
import { within } from "./within.ts";

/** Number of the rule that {@linkcode select} follows, as the lock records it. */
export const SELECTION_RULE = "1";

/** What the rule decides by. */
export interface SelectOptions {
  readonly layout: Layout;
  /** Folders of the provided skills. */
  readonly skillRoots: readonly (SafePath | ".")[];
  /** Folders of their suites, whether they exist or not. */
  readonly suiteRoots: readonly (SafePath | ".")[];
}

/** The entries that a snapshot holds, and those it does not; folders are in neither. */
export interface Selected {
  readonly kept: readonly NamedEntry[];
  readonly leftOut: readonly NamedEntry[];
}

/**
 * Selection rule 1 (contract section 3, "Materialised"): which files of a
 * source its snapshot holds. It never changes under that number, since every
 * locked content digest depends on it.
 *
 * A configured root of `"."` is the whole source, so nothing is left out of it.
 */
export function select(
  entries: readonly NamedEntry[],
  options: SelectOptions,
): Selected {
  const { layout, skillRoots, suiteRoots } = options;
  const include = layout.include ?? [];
  const chosen = [...skillRoots, ...suiteRoots, ...include];
  const isChosen = within(chosen);
  const isProtected = within([
    layout.skillsRoot,
    layout.evalsRoot,
    ...chosen,
  ]);
  const licensed = new Set([""]);
  for (const path of chosen) addFoldersAbove(licensed, path);
  const kept: NamedEntry[] = [];
  const leftOut: NamedEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "directory") continue;
    const { path } = entry;
    const wanted = layout.include === undefined || isChosen(path) ||
      isLicense(path, licensed);
    const keep = wanted && (!speaksToAgents(path) || isProtected(path));
    (keep ? kept : leftOut).push(entry);
  }
  return { kept, leftOut };
}

function isLicense(path: string, folders: ReadonlySet<string>): boolean {
  const folder = parent(path);
  const name = folder === "" ? path : path.slice(folder.length + 1);
  return /^(?:LICENSE|NOTICE|COPYING)/.test(name) && folders.has(folder);
}

function speaksToAgents(path: string): boolean {
  return path.startsWith(".") ||
    path.split("/").some((name) => OWN_FOLDERS.has(name));
}
