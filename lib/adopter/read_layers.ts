import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import type { CommittedLock } from "../lock/model.ts";
import type { LayerFile } from "../trust/descriptor.ts";
import {
  type ProjectConfig,
  readProjectConfig,
} from "../trust/project_config.ts";
import { type Resolution, resolveSources } from "../trust/resolve.ts";
import type { AdopterFiles } from "./adopter_files.ts";
import {
  readOrganizations,
  readTrustList,
  type TrustList,
} from "./layer_files.ts";

/** What stands in for a trust list that is not there. */
const NOTHING: LayerFile = {
  file: "skill-sources.md",
  layer: "adopter",
  entries: [],
  findings: [],
};

/** Where an adopter says which organization it belongs to. */
export const PROJECT_CONFIG = ".apache-magpie-overrides/project.md";

/** The layers, merged. */
export interface Layers {
  readonly trustList: TrustList | undefined;
  readonly config: ProjectConfig;
  /** Trusted sources, and entries that are present but invalid. */
  readonly trust: Resolution;
}

/**
 * Reads and merges the layers of contract section 2.
 *
 * @param committed whose facts stand in for organizations where no home is there
 * @throws {ConfigError} when a file cannot be read as a whole
 */
export function readLayers(
  files: AdopterFiles,
  committed: CommittedLock | undefined,
): Layers {
  const trustList = readTrustList(files);
  const config = readProjectConfig(
    files.read(PROJECT_CONFIG, MAX_LAYER_FILE_BYTES),
    PROJECT_CONFIG,
  );
  const organizations = readOrganizations(files);
  const locked = new Map(
    (committed?.blocks ?? []).map((block) => [block.id as string, block]),
  );
  const trust = resolveSources({
    trustList: trustList?.layer ?? NOTHING,
    organizations: organizations.files,
    knownOrganizations: organizations.known,
    unreadableOrganizations: organizations.unreadable,
    defaultOrganization: config.organization ?? "independent",
    ...(organizations.onDisk ? {} : { locked: (id) => locked.get(id) }),
  });
  return { trustList, config, trust };
}
