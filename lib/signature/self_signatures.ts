import { MAX_SELF_SIGNATURE_CHECKS } from "../base/limits.ts";
import type { KeyParts } from "./key_parts.ts";
import { Malformed } from "./malformed.ts";
import {
  type KeyPacket,
  type OpenPgp,
  type PgpSignature,
  readSignaturePacket,
} from "./openpgp.ts";

/** What a signature of a key says of itself is made over. */
export type SelfSigned =
  | { readonly key: KeyPacket }
  | { readonly key: KeyPacket; readonly bind: KeyPacket }
  | { readonly key: KeyPacket; readonly userID: RawPacket }
  | { readonly key: KeyPacket; readonly userAttribute: RawPacket };

/** A packet whose bytes are hashed as they stand. */
export interface RawPacket {
  write(): Uint8Array;
}

/** The readable signatures among `bodies` that are of one of `types`. */
export function ofTypes(
  pgp: OpenPgp,
  bodies: readonly Uint8Array[],
  types: readonly number[],
): PgpSignature[] {
  return bodies.flatMap((body) => {
    // The type stands at a fixed place: most of a key's signatures are others'.
    if (!types.includes(body[1] ?? -1)) return [];
    try {
      return [readSignaturePacket(pgp, body)];
    } catch (error) {
      if (error instanceof Malformed) return [];
      throw error;
    }
  });
}

/** Checks signatures that keys make about keys. */
export class SelfSignatures {
  readonly #now: Date;
  #left = MAX_SELF_SIGNATURE_CHECKS;

  /** `now`: signatures from the future do not count yet. */
  constructor(now: Date) {
    this.#now = now;
  }

  /**
   * Whether `by` made `signature` over `data`. MD5 and RIPEMD do not count.
   * SHA-1 does, as it does for gpg: a key's signature about itself is over
   * bytes that its owner chose. Throws {@linkcode Malformed} when more than
   * {@linkcode MAX_SELF_SIGNATURE_CHECKS} were asked for.
   */
  async holds(
    signature: PgpSignature,
    by: KeyPacket,
    data: SelfSigned,
    now: Date | null = this.#now,
  ): Promise<boolean> {
    if (!signature.issuerKeyID.equals(by.getKeyID())) return false;
    if (signature.version !== by.version) return false;
    // Whoever serves the keys can add any number of them.
    if (this.#left-- === 0) {
      throw new Malformed("its key carries too many signatures to check");
    }
    // The library cannot follow a designated revoker, and refuses to look at
    // what names one; here that is looked at by itself.
    const revoker = signature.revocationKeyClass;
    signature.revocationKeyClass = null;
    try {
      const type = signature.signatureType!;
      await signature.verify(by, type, data, now as Date);
      return true;
    } catch {
      return false;
    } finally {
      signature.revocationKeyClass = revoker;
    }
  }

  /** The newest of `signatures` that holds. */
  async newest(
    signatures: readonly PgpSignature[],
    by: KeyPacket,
    data: SelfSigned,
  ): Promise<PgpSignature | undefined> {
    for (const signature of signatures.toSorted(newestFirst)) {
      if (await this.holds(signature, by, data)) return signature;
    }
    return undefined;
  }

  /** All of `signatures` that hold, whenever they say they were made: a revocation never waits. */
  async all(
    signatures: readonly PgpSignature[],
    by: KeyPacket,
    data: SelfSigned,
  ): Promise<PgpSignature[]> {
    const holding: PgpSignature[] = [];
    for (const signature of signatures) {
      if (await this.holds(signature, by, data, null)) holding.push(signature);
    }
    return holding;
  }
}

/** Milliseconds since 1970 at which a signature says it was made. */
export function madeAt(signature: PgpSignature): number {
  return signature.created?.getTime() ?? 0;
}

function newestFirst(left: PgpSignature, right: PgpSignature): number {
  return madeAt(right) - madeAt(left);
}

/** Every signature of a key, wherever in the key it stands. */
export function everySignature(key: KeyParts): Uint8Array[] {
  return [
    ...key.signatures,
    ...[...key.users.values()].flatMap(({ signatures }) => signatures),
    ...[...key.subkeys.values()].flatMap(({ signatures }) => signatures),
  ];
}
