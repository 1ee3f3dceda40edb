import { printable } from "../report/printable.ts";
import { digestSigned, hasRightSalt, isStrongHash } from "./digest_signed.ts";
import type { Issuer, KeyRing } from "./key_ring.ts";
import { Malformed } from "./malformed.ts";
import type { Judgement, SignedData, SigningPolicy } from "./model.ts";
import type { KeyPacket, OpenPgp, PgpSignature } from "./openpgp.ts";
import { SelfSignatures } from "./self_signatures.ts";
import { type SigningKey, signingKey } from "./signing_key.ts";
import { weaknessOf } from "./weakness.ts";
import { signerText, worth } from "./worth.ts";

const BINARY = 0x00;
const TEXT = 0x01;

/**
 * Judges OpenPGP signatures over `data`, one judgement for each. The data is
 * read once, and not at all when none of them could count.
 */
export async function judgeOpenPgp(
  signatures: readonly PgpSignature[],
  data: SignedData,
  policy: SigningPolicy,
  pgp: OpenPgp,
): Promise<Judgement[]> {
  const strong = signatures.filter(({ hashAlgorithm }) =>
    isStrongHash(hashAlgorithm)
  );
  const digests = strong.length === 0 ? [] : await digestSigned(data, strong);
  strong.forEach((signature, at) => signature.hashed = digests[at]!);
  const judgements: Judgement[] = [];
  for (const signature of signatures) {
    judgements.push(await judge(signature, policy, pgp));
  }
  return judgements;
}

async function judge(
  signature: PgpSignature,
  policy: SigningPolicy,
  pgp: OpenPgp,
): Promise<Judgement> {
  const type = signature.signatureType;
  if (type !== BINARY && type !== TEXT) {
    return bad(`is not made over a file, but of the type ${type}`);
  }
  const issuer = issuerOf(signature);
  const candidates = policy.keys?.find(issuer) ?? [];
  if (candidates.length === 0) return unknownKey(issuer, policy.keys);
  if (!isStrongHash(signature.hashAlgorithm)) {
    return {
      verdict: "too-weak",
      passes: false,
      because: `by the key ${
        issuerText(issuer)
      } rests on a digest that can be forged (SHA-1, MD5 or older)`,
    };
  }
  const selves = new SelfSignatures(policy.now);
  let best: Judgement | undefined;
  for (const candidate of candidates) {
    const judgement = await judgeBy(
      signature,
      () => signingKey(candidate, pgp, selves),
      policy,
    );
    if (judgement.passes) return judgement;
    // Of keys that share an id, the one that made the signature is the one to speak of.
    if (best?.signer === undefined) best = judgement;
  }
  return best!;
}

async function judgeBy(
  signature: PgpSignature,
  load: () => Promise<SigningKey>,
  policy: SigningPolicy,
): Promise<Judgement> {
  let key: SigningKey;
  try {
    key = await load();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return bad(
      `by the key ${
        issuerText(issuerOf(signature))
      } does not count, as ${error.message}`,
    );
  }
  const weakness = weaknessOf(key.packet) ?? weaknessOf(key.primary);
  const who = signerText(key);
  if (weakness !== undefined) {
    return {
      verdict: "too-weak",
      passes: false,
      because: `by ${who} rests on ${weakness}`,
    };
  }
  if (!await matches(signature, key.packet)) {
    return bad(`by ${who} does not match the bytes`);
  }
  return {
    ...worth(signature, key, policy),
    ...(signature.signatureType === TEXT ? { textMode: true } : {}),
  };
}

async function matches(
  signature: PgpSignature,
  key: KeyPacket,
): Promise<boolean> {
  if (signature.version !== key.version || !hasRightSalt(signature)) {
    return false;
  }
  try {
    // Times are judged above; the digest was computed before.
    const never = null as unknown as Date;
    await signature.verify(key, signature.signatureType!, {}, never, true);
    return true;
  } catch {
    return false;
  }
}

function issuerOf(signature: PgpSignature): Issuer {
  const keyId = signature.issuerKeyID.toHex().toUpperCase();
  const fingerprint = signature.issuerFingerprint?.toHex().toUpperCase();
  return fingerprint?.length === 40 || fingerprint?.length === 64
    ? { keyId, fingerprint }
    : { keyId };
}

function unknownKey(issuer: Issuer, keys: KeyRing | undefined): Judgement {
  const damaged = keys?.damaged.join(", ") ?? "";
  const perhaps = damaged === ""
    ? ""
    : `, unless it stands in a damaged block there (line ${damaged})`;
  const because = keys === undefined
    ? `is by the OpenPGP key ${
      issuerText(issuer)
    }, which no \`keys\` introduces`
    : `is by the key ${issuerText(issuer)}, which is not in ${
      printable(keys.name)
    }${perhaps}`;
  return { verdict: "unknown-key", passes: false, because };
}

function issuerText({ keyId, fingerprint }: Issuer): string {
  return fingerprint ?? keyId;
}

function bad(because: string): Judgement {
  return { verdict: "bad", passes: false, because };
}
