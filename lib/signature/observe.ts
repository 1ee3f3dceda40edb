import { printable } from "../report/printable.ts";
import { judgeGitSignature } from "./judge_git_signature.ts";
import { judgeOpenPgp } from "./judge_openpgp.ts";
import { Malformed } from "./malformed.ts";
import type { Judgement } from "./model.ts";
import { loadOpenPgp } from "./openpgp.ts";
import { readSignatureFile } from "./signature_file.ts";
import { cutCommit, cutTag } from "./signed_object.ts";
import type { SignatureFile } from "./verify_archive.ts";
import type { GitEvidence } from "./verify_git.ts";

/** A signature of a source of which none is demanded yet. */
export interface ObservedSignature {
  readonly on: "tag" | "commit" | "archive";
  /**
   * Fingerprint of the SSH key that made it: such a signature brings its key
   * along, and it has matched the bytes. Whose key that is nobody has said.
   */
  readonly signer?: string;
  /** It does not match, or is none: once a signature is demanded it refuses the source. */
  readonly bad: boolean;
  /** The end of the sentence "The signature of the tag …". */
  readonly because: string;
}

/**
 * Tells who signed a tag or its commit, for a person who is about to name the
 * signer; nothing is decided by it. A tag that was signed under another name,
 * or that does not lead straight to the commit, has no signer here: it would
 * be refused once one is demanded.
 *
 * @param ref name of the tag or branch
 */
export async function observeGit(
  { format, commit, tags }: GitEvidence,
  ref: string,
): Promise<ObservedSignature[]> {
  const observed: ObservedSignature[] = [];
  for (const tag of tags) {
    const cut = cutTag(tag.raw);
    if (cut === undefined) continue;
    const own = tag.name === latin1(ref) && tag.object === commit.id;
    observed.push(
      ...own
        ? (await judgeGitSignature(cut.signature, cut.payload, nobody()))
          .map((judgement) => seen("tag", judgement))
        : [{
          on: "tag" as const,
          bad: true,
          because: `was made for the tag "${printable(tag.name)}"`,
        }],
    );
  }
  try {
    const cut = cutCommit(commit.raw, format);
    if (cut === undefined) return observed;
    const judged = await judgeGitSignature(
      cut.signature,
      cut.payload,
      nobody(),
    );
    return [...observed, ...judged.map((each) => seen("commit", each))];
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return [...observed, { on: "commit", bad: true, because: error.message }];
  }
}

/** Tells by which keys the signature file beside an archive says that it is. */
export async function observeArchive(
  { bytes }: SignatureFile,
): Promise<ObservedSignature[]> {
  const pgp = await loadOpenPgp();
  try {
    const signatures = readSignatureFile(bytes, pgp);
    // Without keys no signature can match, so that no data is read.
    const judged = await judgeOpenPgp(signatures, () => [], nobody(), pgp);
    return judged.map((each) => seen("archive", each));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return [{ on: "archive", bad: true, because: error.message }];
  }
}

/** Nobody's signature counts; who made one is told all the same. */
function nobody() {
  return { now: new Date() };
}

function seen(
  on: ObservedSignature["on"],
  { signer, because, verdict }: Judgement,
): ObservedSignature {
  const bad = verdict === "bad";
  return { on, bad, because, ...(signer === undefined ? {} : { signer }) };
}

/** Names in tag objects are undecoded bytes. */
function latin1(text: string): string {
  return new TextDecoder("latin1").decode(new TextEncoder().encode(text));
}
