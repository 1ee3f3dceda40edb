import type { Organizations } from "../adopter/layer_files.ts";
import type { Adopter } from "../adopter/load_adopter.ts";
import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SafePath, SkillName } from "../base/ids.ts";
import { makeScratchArea } from "../store/scratch_area.ts";
import type { Pin, ResolvedSource } from "../trust/model.ts";
import { DEFAULT_PREFIX } from "../wiring/link_text.ts";
import { draftEntry } from "../vouch/draft_entry.ts";
import type { FetchContext } from "../../recipes/recipe.ts";
import { type Appraisal, appraise } from "./appraise.ts";
import { trustListPath } from "./add_entry.ts";
import { discover } from "./discover.ts";
import { draftOf, shortDraft } from "./draft_of.ts";
import { providable } from "./providable.ts";
import { requireTheirs } from "./require_theirs.ts";
import { resolveEntry } from "./resolve_entry.ts";
import { vouchFindings } from "./vouch_findings.ts";
import type { VouchOptions } from "./vouch_options.ts";
import type { VouchRequest } from "./request.ts";

/** A source that was looked at, and the entry that vouches for it. */
export interface Vouched {
  readonly appraisal: Appraisal;
  /** The skills that the entry provides, as far as they can be linked here. */
  readonly skills: readonly SkillName[];
  /** A YAML list of one item. */
  readonly entry: string;
  readonly findings: readonly Finding[];
}

/** What vouching needs beside the adopter's files. */
export type VouchContext =
  & Pick<FetchContext, "http" | "signal" | "env">
  & { readonly progress: (text: string) => void };

/**
 * Looks up the pin, fetches and verifies the source in a folder of the run's
 * own, and drafts the entry (contract section 6, `vouch`). The entry is read
 * as `setup` will read it; nothing is written in the repository.
 *
 * @throws {SourceError} what the source or its server is at fault for
 * @throws {EntryError} why the entry would be refused
 */
export async function vouch(
  request: VouchRequest,
  options: VouchOptions,
  adopter: Adopter,
  organizations: Organizations,
  { http, signal, env, progress }: VouchContext,
): Promise<Vouched> {
  using area = makeScratchArea();
  const prefix = adopter.config.prefix ?? DEFAULT_PREFIX;
  const fetch = {
    http,
    signal,
    scratch: `${area.root}/${area.staging}`,
    ...(env === undefined ? {} : { env }),
    progress: (bytes: number) => progress(`${request.id}: ${bytes} bytes`),
  };
  progress(`asking for ${request.id}`);
  const pin = await discover(request, { ...fetch, ...NOTHING });
  requireTheirs(request, pin);
  const layers = { adopter, organizations };
  const source = request.curated === undefined
    ? provisional(request, pin, options, trustListPath(adopter))
    : resolveEntry(draftEntry(shortDraft(request, pin, options)), layers)
      .source;
  const appraisal = await appraise(
    source,
    request.curated === undefined ? options : undefined,
    { root: adopter.root, area, prefix, fetch },
  );
  const { skills, findings } = providable(appraisal, adopter);
  if (skills.length === 0) throw noneLeft(appraisal, findings);
  const entry = draftEntry(draftOf(request, appraisal, skills, options));
  const resolved = resolveEntry(entry, layers);
  return {
    appraisal,
    skills,
    entry,
    findings: [
      ...appraisal.findings.map((each) => softened(each, request)),
      ...findings,
      ...vouchFindings(request, appraisal, layers),
      ...resolved.findings,
    ],
  };
}

/** What a recipe is told of a source of which nothing is known. */
const NOTHING = {
  layout: {
    skillsRoot: "skills" as SafePath,
    evalsRoot: "tools/skill-evals/evals" as SafePath,
  },
  provides: [],
};

/** The source as far as it is known before its skills are found. */
function provisional(
  { id, organization }: VouchRequest,
  pin: Pin,
  { keys, signedBy }: VouchOptions,
  file: string,
): ResolvedSource {
  return {
    id,
    organization,
    pin,
    ...NOTHING,
    policy: {
      ...(keys === undefined ? {} : { keys }),
      ...(signedBy === undefined ? {} : { signedBy }),
    },
    vouched: { file, line: 1, column: 1 },
  };
}

/** A skill that cannot be used is left out of the entry, so that it refuses nothing. */
function softened(finding: Finding, { curated }: VouchRequest): Finding {
  return curated === undefined && finding.level === "error"
    ? { ...finding, level: "warning" }
    : finding;
}

function noneLeft(
  { source }: Appraisal,
  findings: readonly Finding[],
): SourceError {
  return new SourceError(
    "provides-unfulfilled",
    `No skill of ${source.id} can be linked here: ${
      findings[0]?.message ?? "it has none"
    }`,
  );
}
