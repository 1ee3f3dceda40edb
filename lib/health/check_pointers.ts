import { join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { foldersIn } from "../repository/list_folder.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { readRegular } from "../repository/read_regular.ts";
import { parsePointer } from "../skills/parse_pointer.ts";
import type { Pointer } from "../skills/pointer.ts";
import { reconcilePointers } from "../skills/reconcile_pointers.ts";
import type { CheckedSource } from "./check_source.ts";

/**
 * Holds the adopter's pointers (`skills/<name>/source.md`) against the trusted
 * sources and what they provide. A pointer causes no fetch and no link.
 */
export function checkPointers(
  adopter: Adopter,
  sources: readonly CheckedSource[],
): Finding[] {
  const pointers: Pointer[] = [];
  const findings: Finding[] = [];
  for (const name of foldersIn(adopter.root, "skills")) {
    const file = `skills/${name}/source.md`;
    try {
      const bytes = readRegular(adopter.root, file, MAX_LAYER_FILE_BYTES);
      if (bytes === undefined) continue;
      const parsed = parsePointer(bytes, {
        file,
        besideSkill: lstatOrUndefined(
          join(adopter.root, `skills/${name}/SKILL.md`),
        ) !== undefined,
      });
      findings.push(...parsed.findings);
      if (parsed.pointer !== undefined) pointers.push(parsed.pointer);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push({ ...error.toFinding(), rule: "pointer-invalid" });
    }
  }
  return [
    ...findings,
    ...reconcilePointers(
      pointers,
      sources.map(({ source }) => source),
      sources.flatMap(({ source, inventory }) =>
        (inventory?.usable ?? []).map(({ name, root }) => ({
          name,
          root,
          source: source.id,
        }))
      ),
    ),
  ];
}
