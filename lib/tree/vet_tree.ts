import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import type { Layout } from "../trust/model.ts";
import { decodeNames } from "./decode_names.ts";
import { nodesOf } from "./folders_above.ts";
import { judgeNames } from "./judge_names.ts";
import type { NamedEntry } from "./named_entry.ts";
import { readLinks } from "./read_links.ts";
import { select, SELECTION_RULE } from "./selection.ts";
import type { SourceTree } from "./source_tree.ts";
import { suiteRoot } from "./suite_root.ts";

/** A skill that a source provides, by its folder. */
export interface SkillRoot {
  readonly name: string;
  readonly root: SafePath;
}

/** What {@linkcode vetTree} needs to know of the source. */
export interface VetPlan<S extends SkillRoot> {
  readonly layout: Layout;
  /**
   * Finds the provided skills in the source's checked entries, folders
   * included where the source lists them. What it throws is passed on.
   */
  resolve(entries: readonly NamedEntry[]): readonly S[] | Promise<readonly S[]>;
}

/** A source that may be written to disk. */
export interface VettedTree<S extends SkillRoot = SkillRoot> {
  /** Files and links to write, sorted by path. */
  readonly files: readonly NamedEntry[];
  /** Bytes of every link's text by path. */
  readonly linkTexts: ReadonlyMap<string, Uint8Array>;
  /** The provided skills, as `resolve` gave them. */
  readonly skills: readonly S[];
  /** Files and links that stay behind. */
  readonly leftOut: readonly NamedEntry[];
  readonly findings: readonly Finding[];
}

/**
 * Decides what of a source is written, before its first byte is: names that
 * are refused everywhere, the provided skills, selection rule 1, and the names
 * and links that may stand in a snapshot.
 *
 * @throws {SourceError} `name-refused`, `limit-exceeded`, or what reading the
 * links throws.
 */
export async function vetTree<S extends SkillRoot>(
  tree: SourceTree,
  plan: VetPlan<S>,
): Promise<VettedTree<S>> {
  const { layout } = plan;
  const entries = decodeNames(tree.entries);
  const skills = await plan.resolve(entries);
  const skillRoots = skills.map(({ root }) => root);
  const suiteRoots = skills.map(({ name }) => suiteRoot(layout, name));
  const selected = select(entries, { layout, skillRoots, suiteRoots });
  const linkTexts = await readLinks(tree, selected.kept);
  const judged = judgeNames(
    selected.kept,
    [...skillRoots, ...suiteRoots, ...layout.include ?? []],
    linkTexts,
  );
  const leftOut = [...selected.leftOut, ...judged.leftOut];
  return {
    files: judged.kept,
    linkTexts,
    skills,
    leftOut,
    findings: [
      ...judged.findings,
      ...absentIncludes(layout, entries),
      ...leftOutNote(judged.kept.length, leftOut.length, layout),
    ],
  };
}

function absentIncludes(
  layout: Layout,
  entries: readonly NamedEntry[],
): Finding[] {
  const include = layout.include ?? [];
  if (include.length === 0) return [];
  const nodes = nodesOf(entries);
  return include
    .filter((path) => path !== "." && !nodes.has(path))
    .map((path) => ({
      rule: "tree-left-out",
      level: "warning",
      message:
        `layout.include names "${path}", which the source does not have; correct or remove it`,
    }));
}

function leftOutNote(
  kept: number,
  leftOut: number,
  { include }: Layout,
): Finding[] {
  if (leftOut === 0) return [];
  return [{
    rule: "tree-left-out",
    level: "note",
    message: `${leftOut} of the source's ${kept + leftOut} ${
      leftOut === 1 ? "files is" : "files are"
    } not in the snapshot, ${
      include === undefined
        ? "which leaves out what speaks to agents and editors that work on the source (AGENTS.md, .github and their like, and what begins with a dot at its root); layout.include takes what is missed"
        : "as layout.include says; add to it what is missed"
    } (selection rule ${SELECTION_RULE})`,
  }];
}
