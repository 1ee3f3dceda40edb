import type { EntryError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { formatPosition } from "../base/position.ts";
import { EntryResolver } from "./entry_resolver.ts";
import type { ResolvedSource } from "./model.ts";
import type { ResolveInput } from "./resolve_input.ts";

/** An entry of the trust list that names a source but cannot be used. */
export interface RefusedSource {
  /** As written, which may break the grammar of ids. */
  readonly id: string;
  readonly errors: readonly EntryError[];
}

/** What the layers say together. */
export interface Resolution {
  /** In the order of the trust list. */
  readonly sources: readonly ResolvedSource[];
  readonly refused: readonly RefusedSource[];
  /** Warnings and notes, those of the files in use included. */
  readonly findings: readonly Finding[];
}

/**
 * Merges the layers into the trusted sources (contract section 2,
 * "Resolution"): an entry with `method` and `url` stands alone, another refers
 * to its organization's descriptor of that id and may override any key of it.
 * The pin is always the adopter's: an organization's `ref` and anchor are
 * never read. Nothing is thrown; a fault inside one entry refuses that source.
 */
export function resolveSources(input: ResolveInput): Resolution {
  const sources: ResolvedSource[] = [];
  const refused: RefusedSource[] = [];
  const findings: Finding[] = [
    ...input.trustList.findings,
    ...input.organizations.flatMap(({ files }) =>
      files.flatMap((file) => file.findings)
    ),
  ];
  for (const entry of input.trustList.entries) {
    const resolver = new EntryResolver(entry, input);
    const source = resolver.resolve();
    findings.push(...resolver.findings);
    if (source === undefined) {
      refused.push({ id: entry.id, errors: resolver.errors });
      continue;
    }
    sources.push(source);
    const at = source.vouched;
    const place = { source: source.id, path: at.file, line: at.line };
    if (source.pin.method === "git-branch") {
      findings.push({
        rule: "branch-not-pinned",
        level: "note",
        message: `${formatPosition(at)}: The source \`${source.id}\` follows ` +
          "a branch and has no anchor, it is work in progress; pin a release " +
          "with git-tag",
        ...place,
      });
    }
    if (source.name === undefined) {
      findings.push({
        rule: "name-missing",
        level: "warning",
        message: `${formatPosition(at)}: The source \`${source.id}\` has no ` +
          "`name`; add one for the people who review this list",
        ...place,
      });
    }
  }
  return { sources, refused, findings };
}
