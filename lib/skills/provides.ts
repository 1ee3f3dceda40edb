import type { Finding } from "../base/finding.ts";
import { type SafePath, type SkillName, skillName } from "../base/ids.ts";
import { printable } from "../report/printable.ts";
import type { Provide } from "../trust/model.ts";
import {
  type ProvidesEntry,
  type SkillFolder,
  skillFolders,
} from "./skill_folders.ts";

/** A skill that a source provides. */
export interface ProvidedSkill {
  /** Its folder's name. */
  readonly name: SkillName;
  /** Its folder, relative to the source's root. */
  readonly root: SafePath;
  /** The item of `provides` that asks for it; an exact one before a family. */
  readonly via: Provide;
}

/** The provided skills, sorted by name, and what could not be provided. */
export interface ProvidesResolution {
  readonly skills: readonly ProvidedSkill[];
  readonly findings: readonly Finding[];
}

/**
 * Finds the folders that `provides` asks for (contract sections 2 and 5). A
 * skill is a real folder directly under `skillsRoot` that holds a file named
 * exactly `SKILL.md`; folders need no entry of their own.
 *
 * An item without its skill is the error `provides-unfulfilled`, and so is a
 * name near `SKILL.md`, which one file system would take for it and another
 * not. A folder that only a family matches and that is no skill is skipped
 * with the warning `provides-skipped`. No item hides another.
 */
export function resolveProvides(
  entries: readonly ProvidesEntry[],
  skillsRoot: SafePath | ".",
  provides: readonly Provide[],
): ProvidesResolution {
  const folders = skillFolders(entries, skillsRoot);
  const skills = new Map<string, ProvidedSkill>();
  const findings: Finding[] = [];
  const where = skillsRoot === "." ? "the source's root" : skillsRoot;

  const exact = new Set<string>();
  for (const via of provides) {
    if (!("skill" in via) || exact.has(via.skill)) continue;
    exact.add(via.skill);
    const folder = folders.get(via.skill);
    const fault = folder === undefined ? `is not in ${where}` : noSkill(folder);
    if (fault === undefined) {
      skills.set(via.skill, provided(via.skill, skillsRoot, via));
    } else {
      findings.push(
        unfulfilled(`The provided skill ${via.skill} ${fault}`, via.skill),
      );
    }
  }
  const families = new Set<string>();
  for (const via of provides) {
    if (!("family" in via) || families.has(via.family)) continue;
    families.add(via.family);
    const matches = [...folders.values()]
      .filter(({ name }) => name.startsWith(`${via.family}-`));
    let fulfilled = false;
    for (const folder of matches) {
      const name = skillName(folder.name);
      if (exact.has(folder.name)) {
        fulfilled ||= skills.has(folder.name);
      } else if (name !== undefined && noSkill(folder) === undefined) {
        fulfilled = true;
        if (!skills.has(name)) {
          skills.set(name, provided(name, skillsRoot, via));
        }
      } else findings.push(skipped(folder));
    }
    if (!fulfilled) {
      findings.push(unfulfilled(
        `The provided family ${via.family}-* matches no skill in ${where}`,
      ));
    }
  }
  return {
    skills: [...skills.values()].toSorted((a, b) => a.name < b.name ? -1 : 1),
    findings: unique(findings),
  };
}

function provided(
  name: SkillName,
  skillsRoot: SafePath | ".",
  via: Provide,
): ProvidedSkill {
  const root = skillsRoot === "." ? name : `${skillsRoot}/${name}`;
  return { name, root: root as string as SafePath, via };
}

/** Why a folder is no skill, as the end of a sentence. */
function noSkill(folder: SkillFolder): string | undefined {
  if (folder.kind !== "folder") return `is a ${folder.kind}, not a folder`;
  if (folder.hasSkillFile) return undefined;
  return folder.nearName === undefined
    ? "has no SKILL.md"
    : `has ${printable(folder.nearName)}, which must be named exactly SKILL.md`;
}

function skipped(folder: SkillFolder): Finding {
  const shown = printable(folder.name);
  const fault = skillName(folder.name) === undefined
    ? "has a name that breaks the grammar of skill names"
    : noSkill(folder) ?? "is no skill";
  // A near name is a mistake of the author's, never a folder meant otherwise.
  return folder.nearName !== undefined && folder.kind === "folder"
    ? unfulfilled(`The folder ${shown} ${fault}`, folder.name)
    : {
      rule: "provides-skipped",
      level: "warning",
      message: `The folder ${shown} ${fault} and is skipped`,
    };
}

function unfulfilled(message: string, skill?: string): Finding {
  return {
    rule: "provides-unfulfilled",
    level: "error",
    message,
    ...(skill === undefined ? {} : { skill }),
  };
}

/** Two families that match one folder say the same of it. */
function unique(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(findings.map((finding) => [finding.message, finding])).values(),
  ];
}
