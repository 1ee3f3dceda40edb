import { ConfigError } from "../base/errors.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { readRegular } from "../repository/read_regular.ts";
import { parseSuppressions, type Suppression } from "../scan/suppressions.ts";

/** The adopter's file of suppressions, at the root of the repository; a source's own is never read. */
export const SUPPRESSIONS = ".skill-sources-scan.yml";

/**
 * Reads the adopter's suppressions; none where there is no file.
 *
 * @throws {ConfigError} where it cannot be read as a whole
 */
export function readSuppressions(root: string): Suppression[] {
  const bytes = readRegular(
    root,
    SUPPRESSIONS,
    MAX_LAYER_FILE_BYTES,
    "scan-suppression-invalid",
  );
  if (bytes === undefined) return [];
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError(
      "scan-suppression-invalid",
      `${SUPPRESSIONS} is not UTF-8: save it as UTF-8 text`,
      { path: SUPPRESSIONS, cause },
    );
  }
  return parseSuppressions(text, SUPPRESSIONS);
}
