import {
  type SkillInventory,
  skillInventory,
} from "../adopter/skill_inventory.ts";
import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { resolveProvides } from "../skills/provides.ts";
import { materialise, type Materialised } from "../tree/materialise.ts";
import type { SourceTree } from "../tree/source_tree.ts";
import { vetTree } from "../tree/vet_tree.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { reviewSnapshot } from "./review_snapshot.ts";

/** Where a tree is written. */
export interface StageTreeOptions {
  /** Absolute path of an empty folder that only this run can reach. */
  readonly folder: string;
  /** What link names begin with. */
  readonly prefix: string;
  readonly signal: AbortSignal;
  /** Sees what was written before any of it is read; what it throws is passed on. */
  readonly written?: (written: Materialised) => void;
}

/** A verified tree on disk, and what there is to know of its skills. */
export interface StagedTree extends Pick<Materialised, "listing" | "content"> {
  readonly inventory: SkillInventory;
  /** Paths of the source that were not written. */
  readonly leftOut: readonly string[];
  /**
   * About names, selection and content, with paths from the source's root;
   * those of the inventory are not among them.
   */
  readonly findings: readonly Finding[];
}

/**
 * Writes what a snapshot of `source` holds of its tree: the tree room checks
 * every name before the first byte is written.
 *
 * @throws {SourceError} what `vetTree` and `materialise` throw
 */
export async function stageTree(
  tree: SourceTree,
  { id, layout, provides }: ResolvedSource,
  { folder, prefix, signal, written }: StageTreeOptions,
): Promise<StagedTree> {
  const vetted = await vetTree(tree, {
    layout,
    resolve: (entries) =>
      resolveProvides(entries, layout.skillsRoot, provides).skills,
  });
  signal.throwIfAborted();
  const made = await materialise(tree, vetted, folder);
  written?.(made);
  const inventory = skillInventory(folder, made.listing, {
    id,
    layout,
    provides,
    prefix,
  });
  const leftOut = vetted.leftOut.map(({ path }) => path);
  // A source without any usable skill is refused for that, and not reviewed.
  const review = inventory.usable.length === 0 ? [] : reviewSnapshot(
    folder,
    made.listing,
    { layout, skills: inventory.usable, leftOut },
  );
  return {
    listing: made.listing,
    content: made.content,
    inventory,
    leftOut,
    findings: [...vetted.findings, ...made.findings, ...review],
  };
}

/**
 * A source of which nothing can be linked is refused as a whole: its pin would
 * stand in the lock as if somebody used it.
 */
export function requireUsableSkill(
  { id }: ResolvedSource,
  { usable, findings }: SkillInventory,
): void {
  if (usable.length > 0) return;
  const errors = findings.filter(({ level }) => level === "error");
  const first = errors[0];
  if (first === undefined) return;
  const more = errors.length - 1;
  throw new SourceError(
    first.rule,
    `${first.message}${
      more === 0
        ? ""
        : `, and ${more} more such ${more === 1 ? "fault" : "faults"}`
    }: no provided skill can be used, so nothing of ${id} is installed`,
  );
}
