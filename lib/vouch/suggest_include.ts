import type { SafePath } from "../base/ids.ts";
import { relativeReferences } from "../skills/references.ts";
import { nodesOf, parent } from "../tree/folders_above.ts";
import type { NamedEntry } from "../tree/named_entry.ts";
import { select, type SelectOptions } from "../tree/selection.ts";
import { within } from "../tree/within.ts";
import { checkLayoutPath } from "../trust/paths.ts";

/** Files from which on a source is large enough to narrow its snapshot. */
const LARGE_SOURCE = 300;
/** The part of a large source that its skills and suites may at most be: one in so many. */
const SMALL_PART = 4;
/** Files of one folder that are named one by one, before the folder is. */
const MAX_NAMED_FILES = 3;
/** Paths that are suggested. */
const MAX_SUGGESTED = 20;

/** How much of a source its snapshot would hold. */
export interface SnapshotSizes {
  /** Files without `layout.include`. */
  readonly whole: number;
  /** Whether narrowing is worth it. */
  readonly advisable: boolean;
}

/**
 * Whether `layout.include` is advisable: a large source of which the skills
 * are a small part, or one whose skills stand at its root, where nothing that
 * speaks to agents would be left out otherwise (selection rule 1).
 */
export function snapshotSizes(
  entries: readonly NamedEntry[],
  options: SelectOptions,
): SnapshotSizes {
  const whole = select(entries, options).kept.length;
  const provided = select(entries, narrowed(options)).kept.length;
  const { skillsRoot, evalsRoot } = options.layout;
  const open = skillsRoot === "." || evalsRoot === ".";
  const large = whole >= LARGE_SOURCE && provided * SMALL_PART <= whole;
  return { whole, advisable: whole > provided && (open || large) };
}

/**
 * What the skills refer to outside of themselves and their suites, as paths
 * for `layout.include`; of a folder with several such files the folder.
 *
 * @param texts Markdown and text files of the skills, by path
 */
export function suggestInclude(
  entries: readonly NamedEntry[],
  options: SelectOptions,
  texts: ReadonlyMap<string, string>,
): SafePath[] {
  const { kept, leftOut } = select(entries, narrowed(options));
  const held = nodesOf(kept);
  const missed = nodesOf(leftOut);
  const targets = new Set<string>();
  for (const [file, text] of texts) {
    for (const { path } of relativeReferences(text, file)) {
      if (path !== undefined && !held.has(path) && missed.has(path)) {
        targets.add(path);
      }
    }
  }
  const byFolder = Map.groupBy(targets, parent);
  const suggested = new Set(
    [...byFolder].flatMap(([folder, paths]) =>
      folder !== "" && paths.length > MAX_NAMED_FILES ? [folder] : paths
    ),
  );
  const isCovered = within(suggested);
  const counts = filesBelow(leftOut);
  return [...suggested]
    .filter((path) => !isCovered(parent(path)))
    // A folder that somebody only points at, such as a whole tree of sources,
    // is not worth its weight.
    .filter((path) => (counts.get(path) ?? 0) < LARGE_SOURCE)
    .flatMap((path) => checkLayoutPath(path, "include").value ?? [])
    .filter((path): path is SafePath => path !== ".")
    .sort().slice(0, MAX_SUGGESTED);
}

/** How many files each folder has, at any depth. */
function filesBelow(files: readonly NamedEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    for (let folder = parent(path); folder !== ""; folder = parent(folder)) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return counts;
}

function narrowed(options: SelectOptions): SelectOptions {
  return { ...options, layout: { ...options.layout, include: [] } };
}
