import { join } from "node:path";
import { foldersIn } from "../repository/list_folder.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";

const HOMES = ["skills", ".apache-magpie/skills"] as const;

/**
 * Folder names of the skills that the repository itself and the framework's
 * snapshot hold. They always win over a source's (contract section 5). A
 * folder with only a pointer (`source.md`) holds no skill.
 */
export function takenNames(root: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const home of HOMES) {
    for (const name of foldersIn(join(root, home))) {
      const skill = lstatOrUndefined(join(root, home, name, "SKILL.md"));
      if (skill?.isFile) names.add(name);
    }
  }
  return names;
}
