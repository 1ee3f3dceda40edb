import { createHash, type Hash } from "node:crypto";
import type { SignedData } from "./model.ts";
import type { PgpSignature } from "./openpgp.ts";
import { TextModeHash } from "./text_mode_hash.ts";

/** The digests that are strong enough, by their OpenPGP number, with the bytes of salt that version 6 hashes first. */
const STRONG_HASHES: ReadonlyMap<
  number,
  { readonly name: string; readonly salt: number }
> = new Map([
  [8, { name: "sha256", salt: 16 }],
  [9, { name: "sha384", salt: 24 }],
  [10, { name: "sha512", salt: 32 }],
  [11, { name: "sha224", salt: 16 }],
  [12, { name: "sha3-256", salt: 16 }],
  [14, { name: "sha3-512", salt: 32 }],
]);
const TEXT = 0x01;

/** Whether a signature's digest is strong enough to be computed at all. */
export function isStrongHash(algorithm: number | null): boolean {
  return algorithm !== null && STRONG_HASHES.has(algorithm);
}

/**
 * Whether a signature's salt is as long as its digest demands (RFC 9580,
 * section 5.2.3). A longer one could hold the beginning of the signed bytes,
 * and so make the signature hold for the rest of them alone.
 */
export function hasRightSalt(
  { version, salt, hashAlgorithm }: PgpSignature,
): boolean {
  return version !== 6 ||
    salt?.length === STRONG_HASHES.get(hashAlgorithm!)?.salt;
}

/**
 * Computes the digests that `signatures`, all of strong hashes, are made over,
 * in one pass and without holding the data: the library would take a whole
 * archive into memory. Signatures that hash alike share the work.
 */
export async function digestSigned(
  data: SignedData,
  signatures: readonly PgpSignature[],
): Promise<Uint8Array[]> {
  const running = new Map<string, Hash | TextModeHash>();
  const ofSignature = signatures.map((signature) => {
    const { version, salt, hashAlgorithm, signatureType } = signature;
    const { name } = STRONG_HASHES.get(hashAlgorithm!)!;
    const prefix = version === 6 ? salt! : new Uint8Array();
    const text = signatureType === TEXT;
    const kind = `${name} ${text} ${prefix.toHex()}`;
    const known = running.get(kind);
    if (known !== undefined) return known;
    const hash = createHash(name).update(prefix);
    const made = text ? new TextModeHash(hash) : hash;
    running.set(kind, made);
    return made;
  });
  for await (const chunk of data()) {
    for (const hash of running.values()) hash.update(chunk);
  }
  return signatures.map((signature, at) => {
    const hash = ofSignature[at]!.copy();
    return new Uint8Array(hash.update(trailer(signature)).digest());
  });
}

/** What ends the hashed bytes (RFC 9580, section 5.2.4). */
function trailer({ version, signatureData }: PgpSignature): Uint8Array {
  const covered = signatureData!;
  const bytes = new Uint8Array(covered.length + 6);
  bytes.set(covered);
  bytes.set([version, 0xff], covered.length);
  new DataView(bytes.buffer).setUint32(covered.length + 2, covered.length);
  return bytes;
}
