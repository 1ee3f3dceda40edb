import { stripTopFolder } from "../archive/top_folder.ts";
import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { decodeNames } from "../tree/decode_names.ts";
import type { NamedEntry } from "../tree/named_entry.ts";
import type { SourceTree } from "../tree/source_tree.ts";
import type { Layout, Provide } from "../trust/model.ts";
import { evalsRoot } from "../vouch/evals_root.ts";
import { type SkillsRoot, skillsRoots } from "../vouch/skills_roots.ts";
import { chooseRoot } from "./choose_root.ts";
import { narrowSnapshot } from "./narrow_snapshot.ts";
import type { VouchOptions } from "./vouch_options.ts";

const DEFAULT_EVALS = "tools/skill-evals/evals" as SafePath;

/** What the person has said of the layout. */
export type LocateOptions = Pick<
  VouchOptions,
  "skillsRoot" | "evalsRoot" | "skills"
>;

/** Where a source's skills stand, and its tree from there. */
export interface LocatedSkills {
  /** The tree, without an archive's top folder. */
  readonly tree: SourceTree;
  readonly layout: Layout;
  /** Whether suites were found, or somebody said where they stand. */
  readonly withSuites: boolean;
  readonly root: SkillsRoot;
  /** Every skill that may be provided, by name. */
  readonly provides: readonly Provide[];
  /** Other folders with skills, which need an entry of their own. */
  readonly others: readonly SkillsRoot[];
  /** Files of the snapshot if it were not narrowed; absent where it is not. */
  readonly narrowedFrom?: number;
  readonly findings: readonly Finding[];
}

/**
 * Finds the skills in a verified tree whose layout nobody has written down.
 *
 * @param tree as the recipe gives it with `unstripped`
 * @throws {SourceError} `provides-unfulfilled` when there is no skill, with
 * what comes near; whatever `decodeNames` throws
 * @throws {UsageError} `usage` when the wanted root or skill is not there
 */
export async function locateSkills(
  tree: SourceTree,
  archive: boolean,
  options: LocateOptions,
): Promise<LocatedSkills> {
  const raw = decodeNames(tree.entries);
  const top = archive ? topFolder(raw) : undefined;
  const inner = top === undefined
    ? raw
    : raw.flatMap((entry) => below(entry, top));
  const found = skillsRoots(inner);
  const root = chooseRoot(found, options);
  const wanted = options.skills.length > 0 ? options.skills : root.skills;
  const provides = wanted.map((skill) => ({ skill }));
  const rooted = archive
    ? stripTopFolder(tree, { skillsRoot: root.root, provides })
    : { tree, findings: [] };
  const entries = rooted.tree === tree ? raw : decodeNames(rooted.tree.entries);
  const suites = options.evalsRoot ?? evalsRoot(entries, wanted);
  const layout: Layout = {
    skillsRoot: root.root,
    evalsRoot: suites ?? DEFAULT_EVALS,
  };
  return {
    ...await narrowSnapshot(rooted.tree, entries, layout, wanted),
    withSuites: suites !== undefined,
    tree: rooted.tree,
    root,
    provides,
    others: found.roots.filter((each) =>
      each !== root && each.skills.length > 0
    ),
    findings: rooted.findings,
  };
}

/** The folder that everything of an archive lies in, unless skills stand right in it under a usual name. */
function topFolder(entries: readonly NamedEntry[]): string | undefined {
  const tops = new Set(
    entries.map(({ path }) => path.split("/", 1)[0]!)
      .filter((name) => name !== "__MACOSX" && name !== ".DS_Store"),
  );
  const [top] = tops;
  if (tops.size !== 1 || top === undefined || top === "skills") {
    return undefined;
  }
  return entries.some(({ path, kind }) => path === top && kind !== "directory")
    ? undefined
    : top;
}

function below(entry: NamedEntry, top: string): NamedEntry[] {
  return entry.path.startsWith(`${top}/`)
    ? [{ ...entry, path: entry.path.slice(top.length + 1) as SafePath }]
    : [];
}
