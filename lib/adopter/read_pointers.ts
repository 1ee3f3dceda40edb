import { join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { foldersIn } from "../repository/list_folder.ts";
import { lstatOrUndefined } from "../repository/real_folder.ts";
import { readRegular } from "../repository/read_regular.ts";
import { parsePointer } from "../skills/parse_pointer.ts";
import type { Pointer } from "../skills/pointer.ts";

/** Reads the pointers (`skills/<name>/source.md`) of the checkout at `root`. */
export function readPointers(
  root: string,
): {
  readonly pointers: readonly Pointer[];
  /** `pointer-invalid`: what of them cannot be read. */
  readonly findings: readonly Finding[];
} {
  const pointers: Pointer[] = [];
  const findings: Finding[] = [];
  for (const name of foldersIn(root, "skills")) {
    const file = `skills/${name}/source.md`;
    try {
      const bytes = readRegular(root, file, MAX_LAYER_FILE_BYTES);
      if (bytes === undefined) continue;
      const parsed = parsePointer(bytes, {
        file,
        besideSkill: lstatOrUndefined(
          join(root, `skills/${name}/SKILL.md`),
        ) !== undefined,
      });
      findings.push(...parsed.findings);
      if (parsed.pointer !== undefined) pointers.push(parsed.pointer);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push({ ...error.toFinding(), rule: "pointer-invalid" });
    }
  }
  return { pointers, findings };
}
