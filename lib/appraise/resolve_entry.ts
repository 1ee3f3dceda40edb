import type { Organizations } from "../adopter/layer_files.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import { appendEntry } from "../trust/append_entry.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { readLayerFile } from "../trust/read_layer_file.ts";
import { resolveSources } from "../trust/resolve.ts";

/** The layers that an entry is read among. */
export interface Layers {
  readonly adopter: Adopter;
  readonly organizations: Organizations;
}

/** A drafted entry, as `setup` will read it. */
export interface ResolvedEntry {
  readonly source: ResolvedSource;
  /** About the organization's files alone: the entry stands nowhere yet. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a drafted entry as it will be read in a trust list.
 *
 * @throws {EntryError} why it would be refused
 * @throws {ConfigError} why no list can hold it
 */
export function resolveEntry(
  yaml: string,
  { adopter, organizations }: Layers,
): ResolvedEntry {
  const file = "the new entry";
  const trustList = readLayerFile(
    appendEntry(undefined, file, yaml),
    file,
    "adopter",
  );
  const { sources: [source], refused: [refused], findings } = resolveSources({
    trustList,
    organizations: organizations.files,
    knownOrganizations: organizations.known,
    unreadableOrganizations: organizations.unreadable,
    defaultOrganization: adopter.config.organization ?? "independent",
  });
  if (source === undefined) throw refused!.errors[0]!;
  return {
    source,
    findings: findings.filter((each) =>
      each.source === source.id && each.path !== file
    ),
  };
}
