import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import type { LayerFile } from "../trust/descriptor.ts";
import { readLayerFile } from "../trust/read_layer_file.ts";
import type { OrganizationFiles } from "../trust/resolve_input.ts";
import { TRUST_LIST_PATHS, type TrustListPath } from "../store/paths.ts";
import type { AdopterFiles } from "./adopter_files.ts";

/** Folders with a folder for each organization, in the order in which they count. */
export const ORGANIZATION_HOMES = [
  "organizations",
  ".apache-magpie/organizations",
  ".apache-magpie-overrides/organizations",
] as const;
const REGISTRY_PATHS = [
  "docs/skill-sources/registry.md",
  ".apache-magpie/docs/skill-sources/registry.md",
] as const;

/** The adopter's trust list as it was found. */
export interface TrustList {
  readonly path: TrustListPath;
  readonly bytes: Uint8Array;
  readonly layer: LayerFile;
}

/** What the organization homes hold. */
export interface Organizations {
  /** Some home is on disk; otherwise the locked facts may stand in. */
  readonly onDisk: boolean;
  /** Names of the organization folders, and `independent`. */
  readonly known: ReadonlySet<string>;
  /** Lists by organization, each in the order of the homes. */
  readonly files: readonly OrganizationFiles[];
  /** Organizations with a list that cannot be read. */
  readonly unreadable: ReadonlyMap<string, ConfigError>;
}

/**
 * Reads the trust list.
 *
 * @returns `undefined` when there is none.
 * @throws {ConfigError} when both places declare sources, or the file cannot
 * be read as a whole.
 */
export function readTrustList(files: AdopterFiles): TrustList | undefined {
  const found: TrustList[] = [];
  for (const path of TRUST_LIST_PATHS) {
    const bytes = files.read(path, MAX_LAYER_FILE_BYTES);
    if (bytes === undefined) continue;
    found.push({ path, bytes, layer: readLayerFile(bytes, path, "adopter") });
  }
  const declaring = found.filter((list) => list.layer.entries.length > 0);
  if (declaring.length > 1) {
    const [first, second] = TRUST_LIST_PATHS;
    throw new ConfigError(
      "trust-list-invalid",
      `both ${first} and ${second} declare sources; keep them in one file, as only one can be the install gate`,
      { path: first },
    );
  }
  const chosen = declaring[0] ?? found[0];
  if (chosen === undefined) return undefined;
  // The other file declares nothing, but may hide a descriptor.
  const findings = found.flatMap(({ layer }) => layer.findings);
  return { ...chosen, layer: { ...chosen.layer, findings } };
}

/** Reads every organization's lists from the three homes. */
export function readOrganizations(adopter: AdopterFiles): Organizations {
  const known = new Set(["independent"]);
  const files = new Map<string, LayerFile[]>();
  const unreadable = new Map<string, ConfigError>();
  let onDisk = false;
  for (const home of ORGANIZATION_HOMES) {
    if (adopter.state(home).state === "absent") continue;
    onDisk = true;
    // Also one behind a link: nothing there is known, and what reads its lists
    // says why.
    for (const entry of adopter.list(home)) {
      const { name, isDirectory, isSymlink } = entry;
      if (name === "_template" || !(isDirectory || isSymlink)) continue;
      // A link could make any name a known one; what reads the list says so.
      const { state } = adopter.state(`${home}/${name}`);
      if (state === "folder") known.add(name);
      const path = `${home}/${name}/skill-sources.md`;
      try {
        const bytes = adopter.read(path, MAX_LAYER_FILE_BYTES);
        if (bytes === undefined) continue;
        const file = readLayerFile(bytes, path, "organization");
        files.set(name, [...files.get(name) ?? [], file]);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        if (!unreadable.has(name)) unreadable.set(name, error);
      }
    }
  }
  return {
    onDisk,
    known,
    files: [...files].map(([name, files]) => ({ name, files })),
    unreadable,
  };
}

/** The registry lists and never installs: one that cannot be read is a warning. */
export function checkRegistry(files: AdopterFiles): Finding[] {
  const findings: Finding[] = [];
  for (const path of REGISTRY_PATHS) {
    try {
      const bytes = files.read(path, MAX_LAYER_FILE_BYTES);
      if (bytes !== undefined) readLayerFile(bytes, path, "registry");
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      findings.push({
        ...error.toFinding(),
        rule: "registry-unreadable",
        level: "warning",
      });
    }
  }
  return findings;
}
