import { MAX_CLOCK_SKEW_MS } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import type { Judgement, SigningPolicy } from "./model.ts";
import type { PgpSignature } from "./openpgp.ts";
import { madeAt } from "./self_signatures.ts";
import type { SigningKey } from "./signing_key.ts";

/** Characters of a user id that messages show. */
const MAX_USER_ID = 200;

/**
 * What a signature that matches the bytes is worth: who made it, when, and
 * what its key was at that time (contract section 3, "Verdicts").
 */
export function worth(
  signature: PgpSignature,
  { packet, primary, expires, revoked, userId }: SigningKey,
  { signedBy, now }: SigningPolicy,
): Judgement {
  const signer = primary.getFingerprint().toUpperCase();
  const made = madeAt(signature);
  const who = signerText({ primary, userId });
  const verdict = (
    verdict: Judgement["verdict"],
    passes: boolean,
    why: string,
  ): Judgement => ({
    verdict,
    passes,
    signer,
    because: `by ${who} of ${day(made)} ${why}`,
  });
  if (signedBy !== undefined && !signedBy.includes(signer)) {
    return verdict("not-listed", false, "is by nobody whom signed_by lists");
  }
  if (made > now.getTime() + MAX_CLOCK_SKEW_MS) {
    return verdict("future", false, "says that it was made in the future");
  }
  if (made < packet.created.getTime()) {
    return verdict("bad", false, "is older than its own key");
  }
  const ends = Number(signature.getExpirationTime());
  if (ends <= now.getTime()) {
    return verdict("bad", false, `was meant to hold until ${day(ends)} only`);
  }
  if (revoked !== undefined && !(revoked.soft && made < revoked.at)) {
    return verdict(
      "revoked",
      false,
      `is by a key that was revoked on ${day(revoked.at)}`,
    );
  }
  if (expires !== undefined && made >= expires) {
    return verdict(
      "expired-at-signing",
      false,
      `was made after the key had expired on ${day(expires)}`,
    );
  }
  if (revoked !== undefined) {
    return verdict(
      "revoked",
      true,
      `was made before its owner gave up the key on ${day(revoked.at)}`,
    );
  }
  if (expires !== undefined && expires <= now.getTime()) {
    return verdict(
      "made-before-expiry",
      true,
      `was made before the key expired on ${day(expires)}`,
    );
  }
  return verdict("good", true, "is good");
}

/** The signer as messages name it: the primary fingerprint and a user id. */
export function signerText(
  { primary, userId }: Pick<SigningKey, "primary"> & {
    readonly userId?: string | undefined;
  },
): string {
  const fingerprint = primary.getFingerprint().toUpperCase();
  return userId === undefined
    ? fingerprint
    : `${fingerprint} (${printable(userId.slice(0, MAX_USER_ID))})`;
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
