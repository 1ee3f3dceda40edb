import { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import type { DescriptorEntry } from "../trust/descriptor.ts";
import { EntryResolver } from "../trust/entry_resolver.ts";
import type { ResolvedSource } from "../trust/model.ts";
import type { ResolveInput } from "../trust/resolve_input.ts";

/** A source as one organization lists it. */
export interface CuratedSource {
  /** The folder's name. */
  readonly organization: string;
  readonly entry: DescriptorEntry;
  /**
   * The source with the pin that the organization checked, for looking at it
   * only: it is never an adopter's pin. Absent where the entry has no whole
   * pin, or a fault.
   */
  readonly pinned?: ResolvedSource;
  /** What is wrong or missing in the entry. */
  readonly findings: readonly Finding[];
}

/** Anchors, and what is said of an entry that has one without a ref. */
const ANCHORS = ["commit", "sha512"] as const;

/**
 * Reads an entry of an organization's list as an adopter will, and its pin as
 * one that is to be re-verified. Unlike an adopter's, an entry may leave its
 * ref and anchor out. Nothing is thrown; a fault concerns this entry alone.
 *
 * @param known names of the organizations on disk
 */
export function curatedSource(
  entry: DescriptorEntry,
  organization: string,
  known: ReadonlySet<string>,
): CuratedSource {
  const { descriptor } = entry;
  const faulty = (key: string) => entry.faults.some((each) => each.key === key);
  const missing = (["method", "url"] as const)
    .filter((key) => descriptor[key] === undefined && !faulty(key));
  if (missing.length > 0) {
    const errors = [
      ...entry.faults.map(({ error }) => error),
      new EntryError(
        "descriptor-incomplete",
        `The entry has no \`${
          missing.join("` and no `")
        }\`, so nobody can adopt it by its id; add what is missing`,
        { at: entry.at },
      ),
    ];
    return { organization, entry, findings: told(entry, errors) };
  }
  const resolver = new EntryResolver(entry, inputOf(organization, known));
  const resolved = resolver.resolve();
  const errors = resolver.errors.filter(({ code }) => code !== "pin-missing");
  const lonely = ANCHORS.find((key) => descriptor[key] !== undefined);
  if (lonely !== undefined && descriptor.ref === undefined && !faulty("ref")) {
    errors.push(
      new EntryError(
        "pin-missing",
        `\`${lonely}\` pins nothing without the \`ref\` it belongs to; add it`,
        { at: descriptor[lonely]!.at },
      ),
    );
  }
  return {
    organization,
    entry,
    ...(resolved === undefined || errors.length > 0
      ? {}
      : { pinned: resolved }),
    findings: [
      ...told(entry, errors),
      ...resolver.findings,
      ...nameless(entry),
    ],
  };
}

function inputOf(
  organization: string,
  known: ReadonlySet<string>,
): ResolveInput {
  return {
    trustList: { file: "", layer: "organization", entries: [], findings: [] },
    organizations: [],
    knownOrganizations: known,
    unreadableOrganizations: new Map(),
    defaultOrganization: organization,
  };
}

function told(
  entry: DescriptorEntry,
  errors: readonly EntryError[],
): Finding[] {
  return errors.map((error) => error.toFinding(entry.id));
}

function nameless(entry: DescriptorEntry): Finding[] {
  if (entry.descriptor.name !== undefined) return [];
  const rule: RuleName = "name-missing";
  const { message, ...rest } = new EntryError(
    rule,
    `The source \`${entry.id}\` has no \`name\`; add one for the people who choose from this list`,
    { at: entry.at },
  ).toFinding(entry.id);
  return [{ ...rest, message, level: "warning" }];
}
