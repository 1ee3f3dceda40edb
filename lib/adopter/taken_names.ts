import { foldersIn } from "../repository/list_folder.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { AGENTS } from "../wiring/agents.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";

const HOMES = ["skills", ".apache-magpie/skills"] as const;

/**
 * Folder names of the skills that the repository itself and the framework's
 * snapshot hold. They always win over a source's (contract section 5). A
 * folder with only a pointer (`source.md`) holds no skill.
 */
export function takenNames(root: string): ReadonlySet<string> {
  return new Set(HOMES.flatMap((home) => skillsIn(root, home)));
}

/**
 * Every name by which an agent knows a skill that no source brings, in lower
 * case: the taken ones, with and without a prefix, those that stand in agents'
 * folders, and the framework's own.
 *
 * @param taken as {@linkcode takenNames} gave them
 */
export function reservedNames(
  root: string,
  prefix: string,
  taken: ReadonlySet<string>,
): ReadonlySet<string> {
  const names = [
    "setup",
    ...taken,
    ...AGENTS.flatMap(({ folder }) => skillsIn(root, folder)),
  ];
  return new Set(
    names.flatMap((name) => [name, DEFAULT_PREFIX + name, prefix + name])
      .map((name) => name.normalize("NFKC").toLowerCase()),
  );
}

function skillsIn(root: string, home: string): string[] {
  return foldersIn(root, home).filter((name) =>
    lstatOrUndefined(`${root}/${home}/${name}/SKILL.md`)?.isFile
  );
}
