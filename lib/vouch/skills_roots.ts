import { type SafePath, type SkillName, skillName } from "../base/ids.ts";
import { checkLayoutPath } from "../trust/paths.ts";
import type { ProvidesEntry } from "../skills/skill_folders.ts";

/** A folder that skills stand in, directly. */
export interface SkillsRoot {
  readonly root: SafePath | ".";
  /** Folders with a `SKILL.md` that can be provided, sorted. */
  readonly skills: readonly SkillName[];
  /** Folders with a `SKILL.md` whose name breaks the grammar, sorted. */
  readonly misnamed: readonly string[];
}

/** What a source's paths say about where its skills stand. */
export interface FoundRoots {
  /** The likeliest first; empty when there is none. */
  readonly roots: readonly SkillsRoot[];
  /** A `SKILL.md` at the very top, which is in no folder that could name it. */
  readonly atTop: boolean;
  /** Paths that are `SKILL.md` but for the case of a letter. */
  readonly nearNames: readonly string[];
}

/** What is laid out for something else than use: examples, tests, copies of others. */
const ASIDE =
  /(?:^|\/)(?:_[^/]*|fixtures?|tests?|testdata|examples?|templates?|node_modules|vendor|third_party|archived?|deprecated)(?=\/|$)/i;

/**
 * Finds the folders that hold skills (contract section 5: a folder with a file
 * named exactly `SKILL.md`) in the paths of a source. A folder inside a skill
 * is no root: what lies there belongs to the skill.
 */
export function skillsRoots(entries: readonly ProvidesEntry[]): FoundRoots {
  const folders = new Map<string, Set<string>>();
  const nearNames: string[] = [];
  let atTop = false;
  for (const { path, kind } of entries) {
    if (kind !== "file" && kind !== "symlink") continue;
    const [folder, file] = cut(path);
    if (file !== "SKILL.md") {
      if (file.toLowerCase() === "skill.md") nearNames.push(path);
      continue;
    }
    if (folder === "") {
      atTop = true;
      continue;
    }
    const [root, name] = cut(folder);
    folders.set(root, (folders.get(root) ?? new Set()).add(name));
  }
  const isSkill = (path: string) => {
    const [root, name] = cut(path);
    return folders.get(root)?.has(name) === true;
  };
  const isInside = insideSkills(isSkill);
  const roots = [...folders].flatMap(([root, names]): SkillsRoot[] => {
    if (isInside(root)) return [];
    const checked = checkLayoutPath(root === "" ? "." : root, "skills_root");
    if (checked.value === undefined) return [];
    const all = [...names].sort();
    return [{
      root: checked.value,
      skills: all.map(skillName).filter((name) => name !== undefined),
      misnamed: all.filter((name) => skillName(name) === undefined),
    }];
  });
  return {
    roots: roots.sort(compareRoots),
    atTop,
    nearNames: nearNames.sort(),
  };
}

function compareRoots(a: SkillsRoot, b: SkillsRoot): number {
  const keys = ({ root, skills }: SkillsRoot) => [
    skills.length === 0 ? 1 : 0,
    ASIDE.test(root) ? 1 : 0,
    rank(root),
    -skills.length,
    root.split("/").length,
  ];
  const [left, right] = [keys(a), keys(b)];
  const at = left.findIndex((key, index) => key !== right[index]);
  return at < 0 ? (a.root < b.root ? -1 : 1) : left[at]! - right[at]!;
}

/** How usual a place is; an agent's own folder is often only a view of another. */
function rank(root: string): number {
  if (root === "skills") return 0;
  if (root === "tools/skills") return 1;
  if (/^\.[^/]+\/skills$/.test(root)) return 3;
  if (/(?:^|\/)skills$/.test(root)) return 2;
  return 4;
}

function cut(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}

/** Makes the test "is this folder a skill, or in one"; each folder is looked at once. */
function insideSkills(
  isSkill: (path: string) => boolean,
): (path: string) => boolean {
  const known = new Map<string, boolean>([["", false]]);
  const isInside = (path: string): boolean => {
    const above = known.get(path) ?? (isSkill(path) || isInside(cut(path)[0]));
    known.set(path, above);
    return above;
  };
  return isInside;
}
