import { keyFingerprint } from "./key_fingerprint.ts";
import type { RingEntry } from "./key_ring.ts";
import type { SubkeyParts } from "./key_parts.ts";
import { Malformed } from "./malformed.ts";
import { type KeyPacket, type OpenPgp, readKeyPacket } from "./openpgp.ts";
import { type PrimaryKey, primaryKey } from "./primary_key.ts";
import { type Revocation, revocationOf, worse } from "./revocation.ts";
import { ofTypes, type SelfSignatures } from "./self_signatures.ts";

/** The component of a key that made a signature, and what it is worth. */
export interface SigningKey {
  /** The component itself. */
  readonly packet: KeyPacket;
  /** The primary key that answers for it; the same packet when it signs itself. */
  readonly primary: KeyPacket;
  readonly userId?: string;
  /** Milliseconds since 1970; absent: never. */
  readonly expires?: number;
  readonly revoked?: Revocation;
}

const SUBKEY_BINDING = 0x18;
const PRIMARY_BINDING = 0x19;
const SUBKEY_REVOCATION = 0x28;
const MAY_SIGN = 0x02;

/**
 * Judges one component of a key of the ring by the newest self-signatures and
 * bindings (contract section 3). Throws {@linkcode Malformed} with the reason
 * when it cannot stand for its primary key, as when a subkey does not sign its
 * primary key back: then somebody may have adopted another person's subkey.
 */
export async function signingKey(
  { key, component }: RingEntry,
  pgp: OpenPgp,
  selves: SelfSignatures,
): Promise<SigningKey> {
  const primary = await primaryKey(key, pgp, selves);
  if (primary === undefined) {
    throw new Malformed("its key has no valid signature of its own");
  }
  if (component === key.fingerprint) {
    if (!primary.maySign) {
      throw new Malformed("its key is not made for signing");
    }
    return { ...primary, primary: primary.packet };
  }
  const subkey = key.subkeys.get(component)!;
  const judged = await judgeSubkey(subkey, primary, pgp, selves);
  const revoked = worse(primary.revoked, judged.revoked);
  const expires = Math.min(
    primary.expires ?? Infinity,
    judged.expires ?? Infinity,
  );
  return {
    packet: judged.packet,
    primary: primary.packet,
    ...(primary.userId === undefined ? {} : { userId: primary.userId }),
    ...(expires === Infinity ? {} : { expires }),
    ...(revoked === undefined ? {} : { revoked }),
  };
}

async function judgeSubkey(
  subkey: SubkeyParts,
  primary: PrimaryKey,
  pgp: OpenPgp,
  selves: SelfSignatures,
): Promise<Pick<SigningKey, "packet" | "expires" | "revoked">> {
  const packet = await readKeyPacket(pgp, subkey.body, true);
  if (packet.getFingerprint().toUpperCase() !== keyFingerprint(subkey.body)) {
    throw new Malformed("its key is not written in the one right way");
  }
  const over = { key: primary.packet, bind: packet };
  const find = (type: number) => ofTypes(pgp, subkey.signatures, [type]);
  const binding = await selves.newest(
    find(SUBKEY_BINDING),
    primary.packet,
    over,
  );
  if (binding === undefined) {
    throw new Malformed("its subkey is not bound to its primary key");
  }
  if (((binding.keyFlags?.[0] ?? 0) & MAY_SIGN) === 0) {
    throw new Malformed("its subkey is not made for signing");
  }
  const back = binding.embeddedSignature;
  if (
    back?.signatureType !== PRIMARY_BINDING ||
    !await selves.holds(back as typeof binding, packet, over)
  ) {
    throw new Malformed("its subkey does not sign its primary key back");
  }
  const revoked = revocationOf(
    await selves.all(find(SUBKEY_REVOCATION), primary.packet, over),
  );
  const seconds = binding.keyExpirationTime ?? 0;
  return {
    packet,
    ...(seconds === 0
      ? {}
      : { expires: packet.created.getTime() + seconds * 1000 }),
    ...(revoked === undefined ? {} : { revoked }),
  };
}
