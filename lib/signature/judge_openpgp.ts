import { printable } from "../report/printable.ts";
import { digestSigned, hasRightSalt, isStrongHash } from "./digest_signed.ts";
import type { Issuer, KeyRing, RingEntry } from "./key_ring.ts";
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
  const claims = signatures.map((signature) => claimOf(signature, policy.keys));
  const open = claims.filter((claim) => claim.refused === undefined)
    .map(({ signature }) => signature);
  const digests = open.length === 0 ? [] : await digestSigned(data, open);
  open.forEach((signature, at) => signature.hashed = digests[at]!);
  const load = keyLoader(policy.now, pgp);
  const judgements: Judgement[] = [];
  for (const claim of claims) {
    judgements.push(claim.refused ?? await judge(claim, load, policy));
  }
  return judgements;
}

/** A signature and the keys that it may be by. */
interface Claim {
  readonly signature: PgpSignature;
  readonly candidates: readonly RingEntry[];
  /** Why it cannot count, whatever the data is. */
  readonly refused?: Judgement;
}

type LoadKey = (entry: RingEntry) => Promise<SigningKey>;

function claimOf(signature: PgpSignature, keys: KeyRing | undefined): Claim {
  const issuer = issuerOf(signature);
  const candidates = keys?.find(issuer) ?? [];
  const refuse = (refused: Judgement) => ({ signature, candidates, refused });
  const type = signature.signatureType;
  if (type !== BINARY && type !== TEXT) {
    return refuse(bad(`is not made over a file, but of the type ${type}`));
  }
  if (candidates.length === 0) return refuse(unknownKey(issuer, keys));
  if (isStrongHash(signature.hashAlgorithm)) return { signature, candidates };
  return refuse({
    verdict: "too-weak",
    passes: false,
    because: `by the key ${
      issuerText(issuer)
    } rests on a digest that can be forged (SHA-1, MD5 or older)`,
  });
}

/** Judges each key once, however many signatures claim to be by it. */
function keyLoader(now: Date, pgp: OpenPgp): LoadKey {
  const selves = new SelfSignatures(now);
  const loaded = new Map<RingEntry, Promise<SigningKey>>();
  return (entry) => {
    const key = loaded.get(entry) ?? signingKey(entry, pgp, selves);
    loaded.set(entry, key);
    return key;
  };
}

async function judge(
  { signature, candidates }: Claim,
  load: LoadKey,
  policy: SigningPolicy,
): Promise<Judgement> {
  let best: Judgement | undefined;
  for (const candidate of candidates) {
    const judgement = await judgeBy(signature, candidate, load, policy);
    if (judgement.passes) return judgement;
    // Of keys that share an id, the one that made the signature is the one to speak of.
    if (best?.signer === undefined) best = judgement;
  }
  return best!;
}

async function judgeBy(
  signature: PgpSignature,
  candidate: RingEntry,
  load: LoadKey,
  policy: SigningPolicy,
): Promise<Judgement> {
  let key: SigningKey;
  try {
    key = await load(candidate);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return bad(
      `by the key ${candidate.component} does not count, as ${error.message}`,
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
