import type { Organizations } from "../adopter/layer_files.ts";
import { EntryError, UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { nearest } from "../base/nearest.ts";
import { formatPosition } from "../base/position.ts";
import { printable } from "../report/printable.ts";
import type { DescriptorEntry, LayerFile } from "../trust/descriptor.ts";
import { descriptorFacts } from "../trust/descriptor_facts.ts";
import { checkOrganization } from "../trust/grammar.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { type CuratedSource, curatedSource } from "./curated_source.ts";

/** What one organization lists. */
export interface CheckedOrganization {
  readonly name: string;
  /** Paths of its lists, in the order of the homes. */
  readonly files: readonly string[];
  /** Its sources, in the order of the files; an id that stands again, once. */
  readonly sources: readonly CuratedSource[];
}

/** The lists that were looked at. */
export interface CheckedLists {
  /** By name, sorted. */
  readonly organizations: readonly CheckedOrganization[];
  readonly findings: readonly Finding[];
}

/**
 * Looks at the organizations' lists without any network (contract section 6,
 * `org check`): what is wrong with a list as a whole, and with each entry.
 * A bad entry keeps no other from being looked at.
 *
 * @param named the only one to look at; all when absent
 * @throws {UsageError} `organization-unknown` when it has no folder
 */
export function checkLists(
  organizations: Organizations,
  named: string | undefined,
): CheckedLists {
  const { known, unreadable } = organizations;
  if (named !== undefined && !listed(organizations, named)) {
    throw unknown(organizations, named);
  }
  const names = named !== undefined
    ? [named]
    : [...new Set([...known, ...unreadable.keys()])]
      .filter((name) => name !== "independent" || listed(organizations, name))
      .sort();
  const findings: Finding[] = [];
  const checked = names.map((name): CheckedOrganization => {
    const fault = unreadable.get(name);
    if (fault !== undefined) findings.push(...fault.findings);
    const files = organizations.files
      .filter((each) => each.name === name).flatMap((each) => each.files);
    const nameless = checkOrganization(name).fault;
    if (nameless !== undefined) findings.push(misnamed(name, nameless));
    else if (files.length === 0 && fault === undefined) {
      findings.push(absent(name, named !== undefined));
    }
    findings.push(...files.flatMap((file) => file.findings));
    const entries = firstOfEach(files, findings);
    const sources = entries.map((entry) => curatedSource(entry, name, known));
    findings.push(...sources.flatMap((source) => source.findings));
    findings.push(...twins(entries));
    return { name, files: files.map(({ file }) => file), sources };
  });
  return { organizations: checked, findings };
}

function listed({ files, known, unreadable }: Organizations, name: string) {
  return files.some((each) => each.name === name) || unreadable.has(name) ||
    (name !== "independent" && known.has(name));
}

function unknown({ known }: Organizations, name: string): UsageError {
  const names = [...known].filter((each) => each !== "independent");
  const near = nearest(name, names);
  return new UsageError(
    "organization-unknown",
    `The organization \`${printable(name)}\` is no folder under organizations/${
      near === undefined ? "." : `: did you mean \`${near}\`?`
    }`,
  );
}

function misnamed(name: string, fault: string): Finding {
  return {
    rule: "value-invalid",
    level: "warning",
    message: `${fault}; no entry can name this folder, so give it another name`,
    path: `organizations/${name}`,
  };
}

function absent(name: string, named: boolean): Finding {
  const path = `organizations/${name}/skill-sources.md`;
  return {
    rule: "organization-list-missing",
    level: named ? "error" : "warning",
    message: `The organization ${name} has a folder and no skill-sources.md`,
    path,
    fix: `skill-sources org add <url> --org ${name} --write`,
  };
}

/** The declarations that count; one that says something else of an id is a warning. */
function firstOfEach(
  files: readonly LayerFile[],
  findings: Finding[],
): DescriptorEntry[] {
  const first = new Map<string, DescriptorEntry>();
  for (const entry of files.flatMap(({ entries }) => entries)) {
    const known = first.get(entry.id);
    if (known === undefined) first.set(entry.id, entry);
    else if (descriptorFacts(known) !== descriptorFacts(entry)) {
      findings.push(warning(
        entry,
        "layer-disagrees",
        `The source \`${entry.id}\` is declared differently in ${
          formatPosition(known.at)
        }, which counts`,
      ));
    }
  }
  return [...first.values()];
}

/** Entries that lead to the same skills under two ids. */
function twins(entries: readonly DescriptorEntry[]): Finding[] {
  const seen = new Map<string, DescriptorEntry>();
  return entries.flatMap((entry) => {
    const { url, skillsRoot } = entry.descriptor;
    if (url === undefined) return [];
    const key = `${url.value}\n${skillsRoot?.value ?? "skills"}`;
    const other = seen.get(key);
    if (other === undefined) {
      seen.set(key, entry);
      return [];
    }
    return [warning(
      entry,
      "source-repeated",
      `${
        redactUrl(url.value)
      } is listed as \`${other.id}\` too; keep one of them`,
    )];
  });
}

function warning(
  { id, at }: DescriptorEntry,
  rule: "layer-disagrees" | "source-repeated",
  message: string,
): Finding {
  const finding = new EntryError(rule, message, { at }).toFinding(id);
  return { ...finding, level: "warning" };
}
