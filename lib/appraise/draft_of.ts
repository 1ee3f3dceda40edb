import type { SkillName } from "../base/ids.ts";
import type { ProvidesEntry } from "../skills/skill_folders.ts";
import { skillFolders } from "../skills/skill_folders.ts";
import type { Pin } from "../trust/model.ts";
import type { EntryDraft, FullDraft, Noted } from "../vouch/draft_entry.ts";
import { proposeProvides } from "../vouch/propose_provides.ts";
import type { Appraisal } from "./appraise.ts";
import type { VouchOptions } from "./vouch_options.ts";
import type { VouchRequest } from "./request.ts";

/**
 * The entry that vouches for what was looked at: everything for a url, id,
 * organization and pin for a source that an organization lists.
 *
 * @param skills those to be provided, sorted
 */
export function draftOf(
  request: VouchRequest,
  appraisal: Appraisal,
  skills: readonly SkillName[],
  options: VouchOptions,
): EntryDraft {
  const { source } = appraisal;
  const { curated } = request;
  return {
    ...shortDraft(request, source.pin, options),
    ...signer(appraisal, options),
    ...(curated === undefined
      ? { full: fullDraft(request, appraisal, skills) }
      : {}),
  };
}

/** The part of an entry that is known as soon as the pin is. */
export function shortDraft(
  { id, organization, curated }: VouchRequest,
  pin: Pin,
  { keys }: VouchOptions,
): EntryDraft {
  return {
    id,
    organization,
    pin,
    // The organization's url may name the archive of another version.
    withUrl: curated !== undefined && curated.descriptor.url?.value !== pin.url,
    ...(keys === undefined ? {} : { keys }),
    ...(pin.method === "git-branch"
      ? {
        pinNote:
          "a branch has no anchor: work in progress; pin a release when there is one",
      }
      : {}),
  };
}

function fullDraft(
  { name, maintainer, id }: VouchRequest,
  { source, located, paths, leftOut }: Appraisal,
  skills: readonly SkillName[],
): FullDraft {
  const { evalsRoot, ...layout } = source.layout;
  const own = new Set<string>(skills);
  const entries = [...paths, ...leftOut].map((path): ProvidesEntry => ({
    path,
    kind: "file",
  }));
  const others = [...skillFolders(entries, layout.skillsRoot).keys()]
    .filter((name) => !own.has(name));
  return {
    name: name ?? id,
    ...(maintainer === undefined ? {} : { maintainer }),
    layout: located?.withSuites === false ? layout : { ...layout, evalsRoot },
    provides: proposeProvides(skills, others),
    ...(located?.narrowedFrom === undefined ? {} : {
      includeNote: "narrows the snapshot to the skills and what they refer to",
    }),
  };
}

function signer(
  { source: { policy }, signer, observed }: Appraisal,
  { signedBy }: VouchOptions,
): Pick<EntryDraft, "signedBy" | "signerHint"> {
  const noted = (value: readonly string[], note: string): {
    signedBy: Noted<readonly string[]>;
  } => ({ signedBy: { value, note } });
  if (signer !== undefined) {
    // The organization's own signers need not be said again.
    if (policy.signedBy !== undefined && signedBy === undefined) return {};
    return noted(
      signedBy ?? [signer],
      "the signature was verified; compare the fingerprint with what the project publishes elsewhere",
    );
  }
  if (observed.some(({ bad }) => bad)) return {};
  const tag = observed.find((each) => each.on === "tag" && each.signer);
  if (tag?.signer !== undefined) {
    return noted(
      [tag.signer],
      "the SSH key that signed this tag; whose it is the tag cannot say: compare it with what the project publishes",
    );
  }
  const [other] = observed;
  if (other === undefined) return {};
  return {
    signerHint: other.signer === undefined
      ? `the signature of the ${other.on} ${other.because}; give the project's KEYS file with --keys to have it verified`
      : `signed_by: [${other.signer}] would demand the key that signed this commit from now on`,
  };
}
