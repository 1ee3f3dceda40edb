import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { skillName } from "../base/ids.ts";
import { listFolder } from "../repository/list_folder.ts";
import type { CheckedSource } from "./check_source.ts";

const HOMES = [".apache-magpie-overrides", ".apache-magpie-local"] as const;
/** Files of those folders that are settings of the project, not overrides of a skill. */
const SETTINGS = new Set(["project", "skill-sources", "user", "organization"]);

/**
 * Notes override files whose skill is not there any more. They are the
 * adopter's and never written; but one that overrides nothing may hide that a
 * skill went away.
 */
export function checkOverrides(
  { root }: Adopter,
  taken: ReadonlySet<string>,
  sources: readonly CheckedSource[],
): Finding[] {
  // What a missing snapshot would provide is not known.
  if (sources.some(({ state }) => state === "missing")) return [];
  const known = new Set<string>(taken);
  for (const { inventory } of sources) {
    for (const { name } of inventory?.usable ?? []) known.add(name);
  }
  return HOMES.flatMap((home) =>
    (listFolder(root, home) ?? []).flatMap((entry): Finding[] => {
      const file = entry.name;
      if (!entry.isFile) return [];
      const name = skillName(file.replace(/\.md$/, ""));
      if (name === undefined || !file.endsWith(".md")) return [];
      if (SETTINGS.has(name) || known.has(name)) return [];
      return [{
        rule: "override-orphaned",
        level: "note",
        path: `${home}/${file}`,
        message:
          `${home}/${file} overrides the skill ${name}, which is not installed`,
      }];
    })
  );
}
