import { SkillSourcesError, SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_SKILL_MD_BYTES } from "../base/limits.ts";
import type { Layout, Provide } from "../trust/model.ts";
import type { FileMode } from "../tree/content_digest.ts";
import { readSkill, type SkillReading } from "../skills/read_skill.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { readInside } from "./read_inside.ts";
import { type ProvidedSkill, resolveProvides } from "../skills/provides.ts";

/** A provided skill whose `SKILL.md` can be used. */
export interface UsableSkill extends ProvidedSkill {
  readonly reading: SkillReading;
}

/** The provided skills of one snapshot. */
export interface SkillInventory {
  /** To be linked. */
  readonly usable: readonly UsableSkill[];
  /** Provided, but its `SKILL.md` cannot be used. */
  readonly unusable: readonly ProvidedSkill[];
  readonly findings: readonly Finding[];
}

/** What decides which skills a snapshot provides. */
export interface InventoryInput {
  readonly id: string;
  readonly layout: Layout;
  readonly provides: readonly Provide[];
  readonly prefix: string;
}

/**
 * Finds the provided skills in a snapshot and reads each `SKILL.md`: one that
 * cannot be used is not linked and hides no other (contract section 5).
 *
 * @param folder absolute path of the snapshot, or of its staging
 * @param files its files, as listed or re-hashed
 */
export function skillInventory(
  folder: string,
  files: readonly { readonly path: string; readonly mode: FileMode }[],
  input: InventoryInput,
): SkillInventory {
  const resolved = resolveProvides(
    files.map(({ path, mode }) => ({
      path,
      kind: mode === "120000" ? "symlink" : "file",
    })),
    input.layout.skillsRoot,
    input.provides,
  );
  const findings: Finding[] = resolved.findings.map((finding) => ({
    ...finding,
    source: input.id,
  }));
  const usable: UsableSkill[] = [];
  const unusable: ProvidedSkill[] = [];
  for (const skill of resolved.skills) {
    try {
      const path = `${skill.root}/SKILL.md`;
      const bytes = readInside(folder, path, MAX_SKILL_MD_BYTES);
      if (bytes === undefined) {
        throw new SourceError(
          "skill-unreadable",
          `${path} leads to no file of the snapshot`,
        );
      }
      const reading = readSkill(bytes, skill.name, input.prefix);
      usable.push({ ...skill, reading });
      findings.push(
        ...reading.findings.map((finding) => ({
          ...finding,
          source: input.id,
          skill: skill.name,
          path: `${SNAPSHOTS}/${input.id}/${skill.root}/SKILL.md`,
        })),
      );
    } catch (error) {
      if (!(error instanceof SkillSourcesError)) throw error;
      unusable.push(skill);
      findings.push({
        ...error.toFinding(input.id),
        skill: skill.name,
        path: `${SNAPSHOTS}/${input.id}/${skill.root}/SKILL.md`,
      });
    }
  }
  return { usable, unusable, findings };
}
