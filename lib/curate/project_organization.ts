import type { AdopterFiles } from "../adopter/adopter_files.ts";
import { PROJECT_CONFIG } from "../adopter/read_layers.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { readProjectConfig } from "../trust/project_config.ts";

/**
 * The organization that `project.md` names, if any. Throws `ConfigError` when
 * that file cannot be read as a whole.
 */
export function projectOrganization(files: AdopterFiles): string | undefined {
  const bytes = files.read(PROJECT_CONFIG, MAX_LAYER_FILE_BYTES);
  return readProjectConfig(bytes, PROJECT_CONFIG).organization;
}
