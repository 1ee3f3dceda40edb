/**
 * The OpenPGP library as this room uses it: loaded only when a signature must
 * be checked, and typed only as far as is needed.
 *
 * @module
 */
import type {
  PublicKeyPacket,
  PublicSubkeyPacket,
  SignaturePacket,
} from "openpgp";
import { Malformed } from "./malformed.ts";

/** The library. */
export type OpenPgp = typeof import("openpgp");
/** A primary key or a subkey. */
export type KeyPacket = PublicKeyPacket | PublicSubkeyPacket;
/** A signature, with what the library's types leave out. */
export type PgpSignature = SignaturePacket & {
  /** The digest, when it was computed elsewhere. */
  hashed?: Uint8Array;
  /** What version 6 hashes in front of the data. */
  readonly salt: Uint8Array | null;
};

/** Loads the library. */
export function loadOpenPgp(): Promise<OpenPgp> {
  return import("openpgp");
}

/**
 * Reads the body of a signature packet. Version 3 and unknown versions are
 * refused by name, where the library would drop them without a word.
 * Throws {@linkcode Malformed}.
 */
export function readSignaturePacket(
  pgp: OpenPgp,
  body: Uint8Array,
): PgpSignature {
  const version = body[0];
  if (version !== 4 && version !== 6) {
    throw new Malformed(
      `it is a signature of the version ${version ?? "none"}`,
    );
  }
  const packet = new pgp.SignaturePacket() as PgpSignature;
  let covered: number;
  try {
    packet.read(body);
    covered = hashedLength(body);
  } catch (cause) {
    throw new Malformed("it is no readable signature", { cause });
  }
  // An area that is longer than the packet makes the library hash nothing of it.
  if (packet.signatureData?.length !== covered) {
    throw new Malformed("it is cut off");
  }
  return packet;
}

/** Bytes of a signature packet that its own digest covers (RFC 9580, section 5.2.4). */
function hashedLength(body: Uint8Array): number {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  return body[0] === 6 ? 8 + view.getUint32(4) : 6 + view.getUint16(4);
}

/** Reads the body of a public key packet. Throws {@linkcode Malformed}. */
export async function readKeyPacket(
  pgp: OpenPgp,
  body: Uint8Array,
  subkey: boolean,
): Promise<KeyPacket> {
  const packet = subkey
    ? new pgp.PublicSubkeyPacket()
    : new pgp.PublicKeyPacket();
  try {
    await packet.read(body);
  } catch (cause) {
    throw new Malformed("it is no readable key", { cause });
  }
  return packet;
}
