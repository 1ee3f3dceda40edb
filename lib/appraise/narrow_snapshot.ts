import type { SafePath, SkillName } from "../base/ids.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import type { NamedEntry } from "../tree/named_entry.ts";
import { drain, readWanted } from "../tree/read_wanted.ts";
import type { SourceTree } from "../tree/source_tree.ts";
import { suiteRoot } from "../tree/suite_root.ts";
import { within } from "../tree/within.ts";
import type { Layout } from "../trust/model.ts";
import { snapshotSizes, suggestInclude } from "../vouch/suggest_include.ts";

/** Bytes of the skills' texts in which references are looked for. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** A layout, and whether its snapshot is narrowed. */
export interface NarrowedLayout {
  readonly layout: Layout;
  /** How many files the snapshot would have otherwise. */
  readonly narrowedFrom?: number;
}

/**
 * Narrows the snapshot of a source that is mostly something else than its
 * skills to these and what they refer to; the layout of another stays.
 */
export async function narrowSnapshot(
  tree: SourceTree,
  entries: readonly NamedEntry[],
  layout: Layout,
  skills: readonly SkillName[],
): Promise<NarrowedLayout> {
  const { skillsRoot } = layout;
  const skillRoots = skills.map((name) =>
    (skillsRoot === "." ? name : `${skillsRoot}/${name}`) as string as SafePath
  );
  const options = {
    layout,
    skillRoots,
    suiteRoots: skills.map((name) => suiteRoot(layout, name)),
  };
  const { advisable, whole } = snapshotSizes(entries, options);
  if (!advisable) return { layout };
  const texts = await readTexts(tree, entries, skillRoots);
  const include = suggestInclude(entries, options, texts);
  return {
    layout: { ...layout, include },
    narrowedFrom: whole,
  };
}

async function readTexts(
  tree: SourceTree,
  entries: readonly NamedEntry[],
  skillRoots: readonly SafePath[],
): Promise<Map<string, string>> {
  const isInside = within(skillRoots);
  const wanted = entries.filter(({ path, kind }) =>
    kind === "file" && /\.(?:md|txt)$/i.test(path) && isInside(path)
  );
  const texts = new Map<string, string>();
  let left = MAX_TEXT_BYTES;
  for await (const item of readWanted(tree, wanted)) {
    const { size } = item.content;
    const fits = size <= MAX_SKILL_MD_BYTES && size <= left;
    const chunks: Uint8Array[] = [];
    await drain(item, (chunk) => {
      if (fits) chunks.push(chunk.slice());
    });
    if (!fits) continue;
    left -= size;
    const bytes = new Uint8Array(
      await new Blob(chunks as BlobPart[]).arrayBuffer(),
    );
    texts.set(item.named.path, new TextDecoder().decode(bytes));
  }
  return texts;
}
