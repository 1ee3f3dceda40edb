import { SourceError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
import { judgeGitSignature } from "./judge_git_signature.ts";
import { Malformed } from "./malformed.ts";
import type { SigningPolicy } from "./model.ts";
import { type Judged, refusal, settle, type Verified } from "./settle.ts";
import { cutCommit, cutTag, type SignedObject } from "./signed_object.ts";

/** The git objects that may carry a signature, as raw bytes. */
export interface GitEvidence {
  readonly format: "sha1" | "sha256";
  /** The commit that is to be installed. */
  readonly commit: { readonly id: string; readonly raw: Uint8Array };
  /** The tag objects that lead to it, outermost first. */
  readonly tags: readonly {
    /** Id of what it points to. */
    readonly object: string;
    /** The name in it; undecoded bytes as Latin-1. */
    readonly name: string;
    readonly raw: Uint8Array;
  }[];
}

/**
 * Checks the signatures of a tag and its commit, or of a branch's commit
 * alone: one that passes is enough, one that is bad refuses (contract section
 * 3). A signed tag has to bear the name of the ref that led to it, and to lead
 * straight to the commit: otherwise a signed v1.0 could be served as v2.0.
 *
 * @param ref name of the tag or branch
 * @throws {SourceError} `signature-…`, `signer-changed`
 */
export async function verifyGit(
  { format, commit, tags }: GitEvidence,
  ref: string,
  policy: SigningPolicy,
): Promise<Verified> {
  const judged: Judged[] = [];
  for (const tag of tags) {
    const cut = cutTag(tag.raw);
    if (cut === undefined) continue;
    requireName(tag.name, ref);
    if (tag.object !== commit.id) {
      throw new SourceError(
        "signature-bad",
        `The signed tag "${
          printable(ref)
        }" leads to another tag, and not straight to the commit; ask the maintainer for a tag of the commit.`,
      );
    }
    judged.push(...await judge(cut, `The signature of tag ${printable(ref)}`));
  }
  const what = `The signature of commit ${commit.id.slice(0, 12)}`;
  try {
    const cut = cutCommit(commit.raw, format);
    if (cut !== undefined) judged.push(...await judge(cut, what));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const because = error.message;
    judged.push({ verdict: "bad", passes: false, because, what });
  }
  const bad = judged.find(({ verdict }) => verdict === "bad");
  if (bad !== undefined) throw refusal(bad);
  return settle(judged, `"${printable(ref)}"`, policy);

  async function judge(
    { payload, signature }: SignedObject,
    what: string,
  ): Promise<Judged[]> {
    const judgements = await judgeGitSignature(signature, payload, policy);
    return judgements.map((judgement) => ({ ...judgement, what }));
  }
}

function requireName(name: string, ref: string): void {
  const latin1 = new TextDecoder("latin1");
  if (latin1.decode(new TextEncoder().encode(ref)) === name) return;
  throw new SourceError(
    "signature-bad",
    `The tag "${printable(ref)}" was signed under the name "${
      printable(name)
    }" and is served under another one; do not install it, and tell the maintainer.`,
  );
}
