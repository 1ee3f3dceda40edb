import { join } from "node:path";
import type { UsableSkill } from "../adopter/skill_inventory.ts";
import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { SafePath } from "../base/ids.ts";
import { signingPolicy } from "../install/signing_policy.ts";
import { requireUsableSkill, stageTree } from "../install/stage_tree.ts";
import type { ObservedSignature } from "../signature/observe.ts";
import { makePrivateFolder } from "../store/private_folder.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import type { ScratchArea } from "../store/scratch_area.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { fetchPin } from "../../recipes/mod.ts";
import type { FetchContext, Fetched } from "../../recipes/recipe.ts";
import {
  type LocatedSkills,
  type LocateOptions,
  locateSkills,
} from "./locate_skills.ts";
import { type ContentFacts, lookAtContent } from "./look_at_content.ts";

/** A source that was fetched and verified for a person to look at. */
export interface Appraisal {
  /** With the layout that was found, where none was written down. */
  readonly source: ResolvedSource;
  /** How it was found; absent where the organization's descriptor says it. */
  readonly located?: LocatedSkills;
  readonly skills: readonly UsableSkill[];
  /** Skills that cannot be used, by name. */
  readonly unusable: readonly string[];
  /** Paths of the files that a snapshot holds. */
  readonly paths: readonly string[];
  /** Paths of the source that it does not. */
  readonly leftOut: readonly string[];
  /** Fingerprint of the verified signer, where keys or signers were given. */
  readonly signer?: string;
  /** Who signed, where nothing was given to verify it by. */
  readonly observed: readonly ObservedSignature[];
  readonly content: ContentFacts;
  readonly findings: readonly Finding[];
}

/** What looking at a source needs. */
export interface AppraiseContext {
  /** The adopter's checkout, in which keys are looked up. */
  readonly root: string;
  /** Where the source is put; nothing of it is left when this is disposed of. */
  readonly area: ScratchArea;
  /** What link names begin with. */
  readonly prefix: string;
  readonly fetch: Omit<FetchContext, "layout" | "provides" | "signing">;
}

/**
 * Fetches a source as `setup` would, verifies it, and looks at what it brings
 * (contract section 6, `vouch`). Nothing of it is put where an agent reads.
 *
 * @param locate how to find the skills of a source whose layout nobody has
 * written down; absent where `source` has it
 * @throws {SourceError} for every fault of the source's or its server's, an
 * archive without a published checksum among them (contract section 3)
 */
export async function appraise(
  source: ResolvedSource,
  locate: LocateOptions | undefined,
  { root, area, prefix, fetch }: AppraiseContext,
): Promise<Appraisal> {
  const now = new Date();
  const demand = await signingPolicy(source, undefined, {
    root,
    http: fetch.http,
    now,
  });
  const fetched = await fetchPin(source.pin, {
    ...fetch,
    layout: source.layout,
    provides: source.provides,
    observe: true,
    unstripped: locate !== undefined,
    ...(demand.signing === undefined ? {} : { signing: demand.signing }),
  });
  try {
    requireChecksum(fetched, source.pin.url);
    const located = locate === undefined ? undefined : await locateSkills(
      fetched.tree,
      source.pin.method === "svn-zip",
      locate,
    );
    const known: ResolvedSource = located === undefined
      ? source
      : { ...source, layout: located.layout, provides: located.provides };
    makePrivateFolder(area.root, `${area.staging}/${source.id}`);
    const folder = join(area.root, area.staging, source.id);
    const staged = await stageTree(located?.tree ?? fetched.tree, known, {
      folder,
      prefix,
      signal: fetch.signal,
    });
    requireUsableSkill(known, staged.inventory);
    const { usable, unusable } = staged.inventory;
    const content = await lookAtContent(
      folder,
      staged.listing,
      usable.map(({ root }) => root as SafePath),
    );
    return {
      source: known,
      ...(located === undefined ? {} : { located }),
      skills: usable,
      unusable: unusable.map(({ name }) => name),
      paths: staged.listing.map(({ path }) => path),
      leftOut: staged.leftOut,
      ...(fetched.signer === undefined ? {} : { signer: fetched.signer }),
      observed: fetched.observed ?? [],
      content,
      findings: [
        ...demand.findings,
        ...fetched.findings,
        ...located?.findings ?? [],
        ...staged.findings,
        ...staged.inventory.findings.map((each) => fromRoot(each, source.id)),
        ...content.findings,
      ].map((finding) => ({ ...finding, source: source.id })),
    };
  } finally {
    await fetched.tree.close();
  }
}

/**
 * The pin is what the server gave a moment ago, so nothing has vouched for the
 * bytes yet but what the project publishes beside them.
 */
function requireChecksum({ findings }: Fetched, url: string): void {
  if (!findings.some(({ rule }) => rule === "checksum-missing")) return;
  throw new SourceError(
    "checksum-missing",
    `${
      redactUrl(url)
    } has no usable .sha512 file beside it, so that nothing says which bytes the project released; ask its maintainers to publish one.`,
  );
}

/** There is no snapshot in the repository that a path could lead into. */
function fromRoot(finding: Finding, id: string): Finding {
  const prefix = `${SNAPSHOTS}/${id}/`;
  return finding.path?.startsWith(prefix)
    ? { ...finding, path: finding.path.slice(prefix.length) }
    : finding;
}
