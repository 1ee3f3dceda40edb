import type { KeyParts, UserParts } from "./key_parts.ts";
import {
  type KeyPacket,
  type OpenPgp,
  type PgpSignature,
  readKeyPacket,
} from "./openpgp.ts";
import { keyFingerprint, keyIdOf } from "./key_fingerprint.ts";
import { Malformed } from "./malformed.ts";
import { type Revocation, revocationOf, worse } from "./revocation.ts";
import {
  everySignature,
  madeAt,
  ofTypes,
  type SelfSignatures,
} from "./self_signatures.ts";

/** A primary key, judged by its newest self-signatures. */
export interface PrimaryKey {
  readonly packet: KeyPacket;
  /** A user id, for people; not escaped. */
  readonly userId?: string;
  /** Milliseconds since 1970; absent: never. */
  readonly expires?: number;
  readonly revoked?: Revocation;
  readonly maySign: boolean;
}

const CERTIFICATIONS = [0x10, 0x11, 0x12, 0x13];
const DIRECT_KEY = 0x1f;
const KEY_REVOCATION = 0x20;
const CERTIFICATION_REVOCATION = 0x30;
const MAY_SIGN = 0x02;

/**
 * Judges the primary key of `key`; `undefined` when nothing it says of itself
 * holds. Throws {@linkcode Malformed} when the key cannot be read.
 */
export async function primaryKey(
  key: KeyParts,
  pgp: OpenPgp,
  selves: SelfSignatures,
): Promise<PrimaryKey | undefined> {
  const packet = await readKeyPacket(pgp, key.primary, false);
  const reread = keyFingerprint(key.primary);
  // The library hashes what it understood of the bytes, not the bytes.
  if (packet.getFingerprint().toUpperCase() !== reread) {
    throw new Malformed("its key is not written in the one right way");
  }
  const everything = everySignature(key);
  const over = { key: packet };
  const directs = ofTypes(pgp, everything, [DIRECT_KEY]);
  const direct = await selves.newest(directs, packet, over);
  const users: NamedUser[] = [];
  for (const user of key.users.values()) {
    const named = await certified(user, packet, pgp, selves);
    if (named !== undefined) users.push(named);
  }
  const speaking = [
    ...users.map(({ signature }) => signature),
    // A direct signature that names a revoker, as gpg makes it, is silent on
    // the expiry that the user ids state.
    ...direct === undefined ||
        direct.keyExpirationTime === null && users.length > 0 &&
          packet.version === 4
      ? []
      : [direct],
  ].toSorted((left, right) =>
    madeAt(right) - madeAt(left) || lifetime(left) - lifetime(right)
  );
  const newest = speaking[0];
  if (newest === undefined) return undefined;
  const revocations = ofTypes(pgp, everything, [KEY_REVOCATION]);
  const revoked = worse(
    revocationOf(await selves.all(revocations, packet, over)),
    designated(revocations, [
      ...await selves.all(directs, packet, over),
      ...speaking,
    ]),
  );
  const flags = [...speaking, ...direct === undefined ? [] : [direct]]
    .find(({ keyFlags }) => keyFlags !== null)?.keyFlags;
  const seconds = lifetime(newest);
  const userId = nameOf(users);
  return {
    packet,
    ...(userId === undefined ? {} : { userId }),
    ...(seconds === Infinity
      ? {}
      : { expires: packet.created.getTime() + seconds * 1000 }),
    ...(revoked === undefined ? {} : { revoked }),
    maySign: flags == null || ((flags[0] ?? 0) & MAY_SIGN) !== 0,
  };
}

interface NamedUser {
  readonly user: UserParts;
  readonly signature: PgpSignature;
}

/** A user whose newest certification by the key itself was not revoked later. */
async function certified(
  user: UserParts,
  packet: KeyPacket,
  pgp: OpenPgp,
  selves: SelfSignatures,
): Promise<NamedUser | undefined> {
  // As raw bytes: old user ids are Latin-1, which decoding would destroy.
  const raw = { write: () => user.body };
  const over = user.kind === "id"
    ? { key: packet, userID: raw }
    : { key: packet, userAttribute: raw };
  const find = (types: readonly number[]) =>
    ofTypes(pgp, user.signatures, types);
  const signature = await selves.newest(find(CERTIFICATIONS), packet, over);
  if (signature === undefined) return undefined;
  const revocations = await selves.all(
    find([CERTIFICATION_REVOCATION]),
    packet,
    over,
  );
  const revoked = revocations.some((each) => madeAt(each) >= madeAt(signature));
  return revoked ? undefined : { user, signature };
}

/**
 * A revocation by a key that `statements` of the owner name as a revoker. The
 * revoker's key is seldom at hand, so the claim alone refuses: at worst that
 * is one release too few.
 */
function designated(
  revocations: readonly PgpSignature[],
  statements: readonly PgpSignature[],
): Revocation | undefined {
  const revokers = new Set(
    statements.flatMap(({ revocationKeyFingerprint }) =>
      revocationKeyFingerprint === null
        ? []
        : [keyIdOf(revocationKeyFingerprint.toHex())]
    ),
  );
  const claim = revocations.find(({ issuerKeyID }) =>
    revokers.has(issuerKeyID.toHex())
  );
  return claim && { at: madeAt(claim), soft: false };
}

/** Seconds that a self-signature gives its key. */
function lifetime({ keyExpirationTime }: PgpSignature): number {
  return keyExpirationTime === null || keyExpirationTime === 0
    ? Infinity
    : keyExpirationTime;
}

function nameOf(users: readonly NamedUser[]): string | undefined {
  const named = users.filter(({ user }) => user.kind === "id");
  const chosen = named.find(({ signature }) => signature.isPrimaryUserID) ??
    named[0];
  return chosen && decoded(chosen.user.body);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
