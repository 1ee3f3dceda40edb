import { stripTopFolder } from "../archive/top_folder.ts";
import { SourceError, UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SafePath, SkillName } from "../base/ids.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { decodeNames } from "../tree/decode_names.ts";
import type { NamedEntry } from "../tree/named_entry.ts";
import { drain, readWanted } from "../tree/read_wanted.ts";
import type { SourceTree } from "../tree/source_tree.ts";
import { suiteRoot } from "../tree/suite_root.ts";
import { within } from "../tree/within.ts";
import type { Layout, Provide } from "../trust/model.ts";
import { evalsRoot } from "../vouch/evals_root.ts";
import {
  type FoundRoots,
  type SkillsRoot,
  skillsRoots,
} from "../vouch/skills_roots.ts";
import { snapshotSizes, suggestInclude } from "../vouch/suggest_include.ts";

/** Bytes of the skills' texts in which references are looked for. */
const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const DEFAULT_EVALS = "tools/skill-evals/evals" as SafePath;

/** What the person has said of the layout. */
export interface LocateOptions {
  readonly skillsRoot?: SafePath | ".";
  readonly evalsRoot?: SafePath | ".";
  /** The only skills wanted. */
  readonly skills: readonly SkillName[];
}

/** Where a source's skills stand, and its tree from there. */
export interface LocatedSkills {
  /** The tree, without an archive's top folder. */
  readonly tree: SourceTree;
  readonly layout: Layout;
  readonly root: SkillsRoot;
  /** Every skill that may be provided, by name. */
  readonly provides: readonly Provide[];
  /** Other folders with skills, which need an entry of their own. */
  readonly others: readonly SkillsRoot[];
  /** Why the snapshot is narrowed; absent where it is not. */
  readonly narrowed?: string;
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
  const root = chosenRoot(found, options);
  const wanted = options.skills.length > 0 ? options.skills : root.skills;
  const provides = wanted.map((skill) => ({ skill }));
  const rooted = archive
    ? stripTopFolder(tree, { skillsRoot: root.root, provides })
    : { tree, findings: [] };
  const entries = rooted.tree === tree ? raw : decodeNames(rooted.tree.entries);
  const layout: Layout = {
    skillsRoot: root.root,
    evalsRoot: options.evalsRoot ?? evalsRoot(entries, wanted) ?? DEFAULT_EVALS,
  };
  return {
    ...await narrow(rooted.tree, entries, layout, wanted),
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

function chosenRoot(
  found: FoundRoots,
  { skillsRoot, skills }: LocateOptions,
): SkillsRoot {
  const root = skillsRoot === undefined
    ? found.roots[0]
    : found.roots.find((each) => each.root === skillsRoot);
  if (
    root === undefined && skillsRoot !== undefined && found.roots.length > 0
  ) {
    throw new UsageError(
      "usage",
      `No skill stands in ${printable(skillsRoot)}; the source has some in ${
        listed(found.roots.map((each) => each.root))
      }.`,
    );
  }
  if (root === undefined || root.skills.length === 0) {
    throw noSkill(found, root);
  }
  const missing = skills.find((name) => !root.skills.includes(name));
  if (missing !== undefined) {
    throw new UsageError(
      "usage",
      `The source has no skill ${missing} in ${root.root}; it has ${
        listed(root.skills)
      }.`,
    );
  }
  return root;
}

function noSkill(found: FoundRoots, root: SkillsRoot | undefined): SourceError {
  const why = root !== undefined
    ? `the names of its skills (${
      listed(root.misnamed)
    }) are not lower-case words joined by hyphens, or are reserved`
    : found.atTop
    ? "its SKILL.md stands at the very top, in no folder that could name the skill"
    : found.nearNames.length > 0
    ? `what comes near is ${
      listed(found.nearNames)
    }, which must be named exactly SKILL.md`
    : "it has no folder with a SKILL.md anywhere";
  return new SourceError(
    "provides-unfulfilled",
    `The source has no skill that can be installed: ${why}; ask its maintainers.`,
  );
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => printable(name));
  return names.length > shown.length
    ? `${shown.join(", ")} and ${names.length - shown.length} more`
    : shown.join(", ");
}

/** Narrows the snapshot of a source that is mostly something else. */
async function narrow(
  tree: SourceTree,
  entries: readonly NamedEntry[],
  layout: Layout,
  skills: readonly SkillName[],
): Promise<Pick<LocatedSkills, "layout" | "narrowed">> {
  const { skillsRoot } = layout;
  const skillRoots = skills.map((name) =>
    (skillsRoot === "." ? name : `${skillsRoot}/${name}`) as string as SafePath
  );
  const options = {
    layout,
    skillRoots,
    suiteRoots: skills.map((name) => suiteRoot(layout, name)),
  };
  const { advisable, whole, provided } = snapshotSizes(entries, options);
  if (!advisable) return { layout };
  const texts = await readTexts(tree, entries, skillRoots);
  const include = suggestInclude(entries, options, texts);
  return {
    layout: { ...layout, include },
    narrowed:
      `narrows the snapshot to the skills and what they refer to: ${provided} of ${whole} files`,
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
