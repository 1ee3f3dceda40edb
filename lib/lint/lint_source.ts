import { join } from "node:path";
import { locateSkills } from "../appraise/locate_skills.ts";
import {
  type SkillInventory,
  skillInventory,
} from "../adopter/skill_inventory.ts";
import { SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { folderFiles, type Unread } from "../health/folder_files.ts";
import { reviewSnapshot } from "../install/review_snapshot.ts";
import { printable } from "../report/printable.ts";
import { scanFiles } from "../scan/scan_files.ts";
import { toFinding } from "../scan/to_finding.ts";
import { nameClashes } from "../skills/name_clashes.ts";
import { resolveProvides } from "../skills/provides.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { decodeNames } from "../tree/decode_names.ts";
import { isLfsPointer, MAX_LFS_POINTER_BYTES } from "../tree/lfs_pointer.ts";
import type { NamedEntry } from "../tree/named_entry.ts";
import { vetTree } from "../tree/vet_tree.ts";
import type { Layout } from "../trust/model.ts";
import { skillsRoots } from "../vouch/skills_roots.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { authorFix } from "./author_fix.ts";
import { folderTree } from "./folder_tree.ts";

/** What adopters would see of an author's tree. */
export interface LintedSource {
  readonly layout: Layout | undefined;
  /** Names of the skills that can be linked. */
  readonly skills: readonly string[];
  /** Paths are relative to the tree's root. */
  readonly findings: readonly Finding[];
}

/** Stands for the id that adopters will give the source. */
const ID = "this-source";

/**
 * Judges a tree before its release as adopters' tools will afterwards (contract
 * section 6, `lint --source`): what a fetch would refuse or leave out, the
 * skills' records and names, suites, references, and what a scan finds.
 *
 * @param folder real absolute path of the tree's root
 */
export async function lintSource(folder: string): Promise<LintedSource> {
  const findings: Finding[] = [];
  let located;
  const tree = folderTree(folder);
  let entries: readonly NamedEntry[];
  try {
    entries = decodeNames(tree.entries);
    located = await locateSkills(tree, false, { skills: [] });
  } catch (error) {
    if (!(error instanceof SkillSourcesError)) throw error;
    const fault = authorFix(error.toFinding());
    return { layout: undefined, skills: [], findings: [fault] };
  }
  const { root, others, provides } = located;
  // Adopters take the whole tree unless they say otherwise.
  const { include: _, ...layout } = located.layout;
  findings.push(...misnamed(entries, root.misnamed, root.root));
  for (const other of others) {
    findings.push({
      rule: "provides-skipped",
      level: "note",
      path: other.root,
      message: `${other.skills.length} skills stand in ${
        printable(other.root)
      } and not in ${root.root}: an adopter needs an entry of its own for them`,
    });
  }
  const resolve = (all: readonly NamedEntry[]) =>
    resolveProvides(all, layout.skillsRoot, provides).skills;
  let kept = entries.filter(({ kind }) =>
    kind === "file" || kind === "symlink"
  );
  let leftOut: readonly NamedEntry[] = [];
  try {
    const vetted = await vetTree(tree, { layout, resolve });
    kept = [...vetted.files];
    leftOut = vetted.leftOut;
    findings.push(...vetted.findings);
  } catch (error) {
    if (!(error instanceof SkillSourcesError)) throw error;
    findings.push(error.toFinding());
  }
  const files = kept.map(({ path, kind, executable }) => ({
    path,
    mode: kind === "symlink"
      ? "120000" as const
      : executable
      ? "100755" as const
      : "100644" as const,
  }));
  const inventory = skillInventory(folder, files, {
    id: ID,
    layout,
    provides,
    prefix: DEFAULT_PREFIX,
  });
  findings.push(
    ...inventory.findings.map(fromRoot),
    ...clashes(inventory),
    ...lfsPointers(folder, kept),
    ...reviewSnapshot(folder, files, {
      layout,
      skills: inventory.usable,
      leftOut: leftOut.map(({ path }) => path),
    }),
    ...await scanned(folder, inventory, new Set(files.map(({ path }) => path))),
  );
  return {
    layout,
    skills: inventory.usable.map(({ name }) => name),
    findings: findings.map(authorFix),
  };
}

/** Folders and files that would be skills but for their names. */
function misnamed(
  entries: readonly NamedEntry[],
  folders: readonly string[],
  root: string,
): Finding[] {
  const front = root === "." ? "" : `${root}/`;
  const { nearNames } = skillsRoots(entries);
  return [
    ...folders.map((name): Finding => ({
      rule: "provides-skipped",
      level: "warning",
      path: printable(front + name),
      message: `${
        printable(front + name)
      } cannot be provided: a skill's folder is named in lower-case words joined by hyphens, at most 64 characters, and not \`setup\``,
    })),
    ...nearNames.filter((path) => path.startsWith(front)).map(
      (path): Finding => ({
        rule: "provides-unfulfilled",
        level: "error",
        path: printable(path),
        message: `${printable(path)} must be named exactly SKILL.md`,
        fix: `git mv ${printable(path)} ${
          printable(path.slice(0, path.lastIndexOf("/") + 1))
        }SKILL.md`,
      }),
    ),
  ];
}

/** The finding with its path from the root of the tree. */
function fromRoot({ source: _, path, ...finding }: Finding): Finding {
  const front = `${SNAPSHOTS}/${ID}/`;
  return {
    ...finding,
    ...(path === undefined ? {} : {
      path: path.startsWith(front) ? path.slice(front.length) : path,
    }),
  };
}

function clashes({ usable }: SkillInventory): Finding[] {
  const skills = usable.map(({ name, reading }) => ({
    source: ID,
    name,
    ...(reading.declaredName === undefined
      ? {}
      : { declaredName: reading.declaredName }),
  }));
  return nameClashes(skills, DEFAULT_PREFIX).map(fromRoot);
}

function lfsPointers(
  folder: string,
  kept: readonly NamedEntry[],
): Finding[] {
  return kept.filter(({ path, kind, entry }) =>
    kind === "file" && (entry.size ?? 0) <= MAX_LFS_POINTER_BYTES &&
    isLfsPointer(Deno.readFileSync(join(folder, path)))
  ).map(({ path }) => ({
    rule: "lfs-pointer",
    level: "warning",
    path,
    message: `${
      printable(path)
    } is a Git LFS pointer: adopters get the pointer, not the content`,
    fix: `git lfs untrack ${printable(path)}, and commit the content`,
  }));
}

async function scanned(
  folder: string,
  { usable }: SkillInventory,
  kept: ReadonlySet<string>,
): Promise<Finding[]> {
  const unread: Unread[] = [];
  function* files() {
    for (const { root } of usable) {
      for (
        const file of folderFiles(join(folder, root), folder, root, unread)
      ) {
        if (kept.has(file.path)) yield file;
      }
    }
  }
  const { findings } = await scanFiles(files());
  return findings.map(toFinding);
}
