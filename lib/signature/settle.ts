import { SourceError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import type { Judgement, SigningPolicy, Verdict } from "./model.ts";

/** A source whose demanded signature was found and passes. */
export interface Verified {
  /** Fingerprint of the primary key, or of the SSH key. */
  readonly signer: string;
  /** Each verdict, and what is odd, as notes and warnings. */
  readonly findings: readonly Finding[];
}

/** A judgement and the words by which a message calls what was judged. */
export interface Judged extends Judgement {
  /** "the signature of tag v1.0". */
  readonly what: string;
}

const RULES: Readonly<Record<Verdict, RuleName>> = {
  "good": "signature-good",
  "made-before-expiry": "signature-made-before-expiry",
  "revoked": "signature-revoked",
  "expired-at-signing": "signature-expired-at-signing",
  "future": "signature-future",
  "too-weak": "signature-too-weak",
  "unknown-key": "signature-unknown-key",
  "not-listed": "signature-not-listed",
  "bad": "signature-bad",
};

/**
 * Accepts the signer of those of `judged` that pass, the locked one before any
 * other. What does not pass is a note: whether it refuses, the caller said
 * before. None at all never passes.
 *
 * @throws {SourceError} `signature-…` when none passes, `signer-changed` when
 * none that passes is by the signer whom the committed lock records.
 */
export function settle(
  judged: readonly Judged[],
  unsigned: string,
  { lockedSigner }: SigningPolicy,
): Verified {
  const first = judged[0];
  if (first === undefined) {
    throw lockedSigner === undefined
      ? new SourceError(
        "signature-unsigned",
        `${unsigned} is unsigned, but the trust list demands a signature; ask the maintainer for one.`,
      )
      : changed(`${unsigned} is unsigned`, lockedSigner);
  }
  const passing = judged.filter(({ passes }) => passes);
  const accepted = passing.find(({ signer }) => signer === lockedSigner) ??
    passing[0];
  if (accepted?.signer === undefined) throw refusal(first);
  if (lockedSigner !== undefined && accepted.signer !== lockedSigner) {
    throw changed(sentence(accepted), lockedSigner);
  }
  return { signer: accepted.signer, findings: judged.flatMap(findingsOf) };
}

/** The error for a signature that refuses its source. */
export function refusal(judged: Judged): SourceError {
  return new SourceError(
    RULES[judged.verdict],
    `${
      sentence(judged)
    } [${judged.verdict}]; nothing of the source is installed.`,
  );
}

function findingsOf(judged: Judged): Finding[] {
  const note: Finding = {
    rule: RULES[judged.verdict],
    level: "note",
    message: `${sentence(judged)} [${judged.verdict}].`,
  };
  return judged.textMode !== true ? [note] : [note, {
    rule: "signature-text-mode",
    level: "warning",
    message:
      `${judged.what} was made in text mode, which does not tell line ends apart; ask the maintainer for a binary one (gpg --detach-sign without --textmode).`,
  }];
}

function sentence({ what, because }: Judged): string {
  return `${what} ${because}`;
}

function changed(found: string, locked: string): SourceError {
  return new SourceError(
    "signer-changed",
    `${found}, but the committed lock records the signer ${locked}; nothing of the source is installed: ask the maintainer why the signer changed.`,
  );
}
