import type { SafePath } from "../base/ids.ts";

/** An entry of a source or a snapshot, by its checked path. */
export interface ProvidesEntry {
  readonly path: string;
  /** `file`, `symlink`, `directory`; anything else is no part of a skill. */
  readonly kind: string;
}

/** Something directly under the skills root. */
export interface SkillFolder {
  readonly name: string;
  /** `folder` when anything stands below it, else the kind of its own entry. */
  readonly kind: string;
  /** Whether it holds a file, or a link, named exactly `SKILL.md`. */
  readonly hasSkillFile: boolean;
  /** A name in it that differs from `SKILL.md` in case alone, when there is no exact one. */
  readonly nearName?: string;
}

/** Lists what stands directly under the skills root, by name, in one pass. */
export function skillFolders(
  entries: readonly ProvidesEntry[],
  skillsRoot: SafePath | ".",
): ReadonlyMap<string, SkillFolder> {
  const prefix = skillsRoot === "." ? "" : `${skillsRoot}/`;
  const found = new Map<string, SkillFolder>();
  for (const { path, kind } of entries) {
    if (!path.startsWith(prefix)) continue;
    const rest = path.slice(prefix.length);
    const slash = rest.indexOf("/");
    const name = slash < 0 ? rest : rest.slice(0, slash);
    const inside = slash < 0 ? undefined : rest.slice(slash + 1);
    const known = found.get(name);
    const isFile = kind === "file" || kind === "symlink";
    const hasSkillFile = (known?.hasSkillFile ?? false) ||
      (isFile && inside === "SKILL.md");
    const near = known?.nearName ??
      (isFile && inside !== "SKILL.md" && inside?.toLowerCase() === "skill.md"
        ? inside
        : undefined);
    const isFolder = known?.kind === "folder" || kind === "directory" ||
      inside !== undefined;
    found.set(name, {
      name,
      kind: isFolder ? "folder" : kind,
      hasSkillFile,
      ...(near === undefined || hasSkillFile ? {} : { nearName: near }),
    });
  }
  return found;
}
