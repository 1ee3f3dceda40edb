import type { AdopterFiles } from "../adopter/adopter_files.ts";
import { readOrganizations } from "../adopter/layer_files.ts";
import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import { readLayerFile } from "../trust/read_layer_file.ts";
import { checkLists } from "./check_lists.ts";
import {
  findSection,
  type MarkedSection,
  marker,
  replaceSection,
  type SectionName,
} from "./marked_section.ts";
import { communityTable, curatedTable } from "./registry_tables.ts";
import { REGISTRY_TEMPLATE } from "./registry_template.ts";

/** Where the registry of a repository stands. */
export const REGISTRY = "docs/skill-sources/registry.md";
/** The home whose organizations the registry lists. */
const HOME = "organizations/";

/** The registry as it stands, and as the organization files want it. */
export interface RenderedRegistry {
  /** `undefined` where there is none yet. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
  /** The first line that differs, from 1; absent where none does. */
  readonly line?: number;
  /** Sources in the table of the organizations. */
  readonly sources: number;
  /** What is wrong with the organization files: then nothing must be written. */
  readonly findings: readonly Finding[];
}

/**
 * Renders the tables of the registry (contract section 6): that of the
 * organizations from their files, that of the community from the descriptors
 * that the registry itself holds, where it has markers for it and any
 * descriptor. Bytes outside the markers stay.
 *
 * @throws {ConfigError} `registry-unreadable`, or what makes the file unreadable
 */
export function renderRegistry(files: AdopterFiles): RenderedRegistry {
  const before = files.read(REGISTRY, MAX_LAYER_FILE_BYTES);
  const own = before === undefined
    ? []
    : readLayerFile(before, REGISTRY, "registry").entries;
  const { organizations, findings } = checkLists(
    readOrganizations(files),
    undefined,
  );
  const listed = organizations.flatMap(({ name, files, sources }) => {
    const file = files.find((path) => path.startsWith(HOME));
    return file === undefined ? [] : [{
      name,
      file,
      entries: sources.map(({ entry }) => entry)
        .filter(({ at }) => at.file === file)
        .toSorted((a, b) => a.id < b.id ? -1 : 1),
    }];
  });
  const text = before === undefined
    ? REGISTRY_TEMPLATE
    // A byte order mark is one of the bytes that stay.
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(before);
  const curated = sectionOf(text, "org-curated", own);
  if (curated === undefined) {
    throw new ConfigError(
      "registry-unreadable",
      `${REGISTRY} does not say where the table of organizations stands; put the lines ${
        marker("org-curated", "begin")
      } and ${marker("org-curated", "end")} around it`,
      { path: REGISTRY },
    );
  }
  if (own.length > 0) sectionOf(text, "community", own);
  const withCurated = replaceSection(text, curated, curatedTable(listed));
  const community = own.length === 0
    ? undefined
    : findSection(withCurated, "community", REGISTRY);
  const rendered = community === undefined
    ? withCurated
    : replaceSection(withCurated, community, communityTable(own));
  const line = firstDifference(before === undefined ? "" : text, rendered);
  const after = new TextEncoder().encode(rendered);
  if (after.length > MAX_LAYER_FILE_BYTES) {
    // Once written it could not be read, so neither be mended by a shorter list.
    throw new ConfigError(
      "registry-unreadable",
      `${REGISTRY} would have ${after.length} bytes with its tables, the limit is ${MAX_LAYER_FILE_BYTES}; list fewer sources or shorten the rest`,
      { path: REGISTRY },
    );
  }
  return {
    before,
    after,
    ...(line === undefined ? {} : { line }),
    sources: listed.reduce((sum, { entries }) => sum + entries.length, 0),
    findings: [
      ...findings.filter(({ level }) => level === "error"),
      ...(community === undefined ? [] : faultsOf(own)),
    ],
  };
}

/**
 * A section, which must hold none of the descriptors that tables are made of:
 * the table would take their place.
 */
function sectionOf(
  text: string,
  name: SectionName,
  own: readonly DescriptorEntry[],
): MarkedSection | undefined {
  const section = findSection(text, name, REGISTRY);
  if (section === undefined) return undefined;
  const inside = own.find(({ at }) =>
    at.line > section.begin && at.line < section.end
  );
  if (inside === undefined) return section;
  throw new ConfigError(
    "registry-unreadable",
    `The descriptor of ${
      printable(inside.id)
    } stands between the markers, where the table would replace it; move it out`,
    { at: inside.at },
  );
}

/** What is wrong with the registry's own descriptors: their rows would say less. */
function faultsOf(own: readonly DescriptorEntry[]): Finding[] {
  return own.flatMap(({ id, faults }) =>
    faults.map(({ error }) => error.toFinding(id))
  );
}

function firstDifference(before: string, after: string): number | undefined {
  if (before === after) return undefined;
  const [old, now] = [before, after].map((text) => text.split("\n"));
  const at = now!.findIndex((line, index) => line !== old![index]);
  return (at < 0 ? now!.length : at) + 1;
}
