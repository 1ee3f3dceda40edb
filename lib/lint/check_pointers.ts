import type { Adopter } from "../adopter/load_adopter.ts";
import { readPointers } from "../adopter/read_pointers.ts";
import type { Finding } from "../base/finding.ts";
import { type SafePath, skillName } from "../base/ids.ts";
import type { Pointer } from "../skills/pointer.ts";
import {
  type InstalledSkill,
  reconcilePointers,
} from "../skills/reconcile_pointers.ts";
import type { ResolvedSource } from "../trust/model.ts";

/**
 * Holds the pointers against what the trust list says is provided, without a
 * look at any snapshot: whether a family holds the skill is for `verify` to say.
 */
export function checkPointers({ root, trust }: Adopter): Finding[] {
  const { pointers, findings } = readPointers(root);
  const provided = trust.sources.flatMap((source): InstalledSkill[] => {
    const ofSource = pointers.filter((pointer) => pointer.source === source.id);
    const skills = ofSource.flatMap((pointer) => providedBy(source, pointer));
    // Something of the source is known, so that what is not provided is a fault.
    const known = { ...nothing, source: source.id };
    return ofSource.length === 0 ? [] : [known, ...skills];
  });
  return [...findings, ...reconcilePointers(pointers, trust.sources, provided)];
}

const nothing = { name: "", root: "" } as unknown as InstalledSkill;

function providedBy(
  { id, layout, provides }: ResolvedSource,
  { skillPath }: Pointer,
): InstalledSkill[] {
  const name = skillName(skillPath.slice(skillPath.lastIndexOf("/") + 1));
  if (name === undefined) return [];
  const root = layout.skillsRoot === "."
    ? name
    : `${layout.skillsRoot}/${name}`;
  const matches = provides.some((item) =>
    "skill" in item ? item.skill === name : name.startsWith(`${item.family}-`)
  );
  return root === skillPath && matches
    ? [{ name, root: root as SafePath, source: id }]
    : [];
}
