import * as openpgp from "openpgp";

/** A key made for one test. */
export interface PgpKey {
  readonly key: openpgp.PrivateKey;
  /** Upper-case fingerprint of the primary key. */
  readonly fingerprint: string;
  /** Armored public key, as KEYS holds it. */
  readonly armored: string;
}

/** What {@linkcode pgpKey} makes. */
export interface PgpKeyOptions {
  readonly name?: string;
  /** When it was made. */
  readonly date?: Date;
  /** Seconds after which it expires. */
  readonly expires?: number;
  /** Signs by a subkey. */
  readonly subkey?: boolean;
  /** Version 6 instead of 4. */
  readonly v6?: boolean;
  /** RSA of 2048 bits. */
  readonly rsa?: boolean;
}

/** A day at which everything that tests sign may have been signed. */
export const SIGNED = new Date("2025-03-01T00:00:00Z");
const MADE = new Date("2025-01-01T00:00:00Z");

/** Makes a key: Ed25519, unless RSA is asked for. */
export async function pgpKey(options: PgpKeyOptions = {}): Promise<PgpKey> {
  const { privateKey } = await openpgp.generateKey({
    ...kindOf(options),
    userIDs: [{ name: options.name ?? "A Maintainer", email: "a@example.org" }],
    date: options.date ?? MADE,
    keyExpirationTime: options.expires ?? 0,
    subkeys: options.subkey ? [{ sign: true }] : [],
    format: "object",
  });
  return pgpKeyOf(privateKey);
}

function kindOf({ v6, rsa }: PgpKeyOptions) {
  if (rsa) return { type: "rsa" as const, rsaBits: 2048 };
  return v6
    ? { type: "curve25519" as const, config: { v6Keys: true } }
    : { type: "ecc" as const, curve: "ed25519Legacy" as const };
}

/** The same as {@linkcode pgpKey} gives, of a key that stands. */
export function pgpKeyOf(key: openpgp.PrivateKey): PgpKey {
  return {
    key,
    fingerprint: key.getFingerprint().toUpperCase(),
    armored: key.toPublic().armor(),
  };
}

/** Revokes a key: softly when it is only retired. */
export async function revoked(
  { key }: PgpKey,
  reason: "retired" | "compromised",
  date: Date,
): Promise<PgpKey> {
  const flag = reason === "retired"
    ? openpgp.enums.reasonForRevocation.keyRetired
    : openpgp.enums.reasonForRevocation.keyCompromised;
  const { privateKey } = await openpgp.revokeKey({
    key,
    reasonForRevocation: { flag },
    date,
    format: "object",
  });
  return pgpKeyOf(privateKey);
}

/** How {@linkcode pgpSign} signs. */
export interface PgpSignOptions {
  /** When it says it was made; {@linkcode SIGNED} unless given. */
  readonly date?: Date;
  /** Signature type: 0 a binary one. */
  readonly type?: number;
  /** OpenPGP number of the digest: 10 for SHA-512, 2 for SHA-1. */
  readonly hash?: number;
  /** Seconds for which the signature itself holds. */
  readonly holds?: number;
}

/**
 * A detached signature, its packet bare. It is made below the library's own
 * `sign`, which would refuse to make most of what tests need.
 */
export async function pgpSign(
  { key }: PgpKey,
  data: Uint8Array,
  options: PgpSignOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const signer = (key.subkeys[0]?.keyPacket ?? key.keyPacket) as
    & openpgp.SecretKeyPacket
    & { readonly version: number };
  const packet = new openpgp.SignaturePacket();
  packet.signatureType = options.type ?? 0;
  packet.publicKeyAlgorithm = signer.algorithm;
  packet.hashAlgorithm = options.hash ?? 10;
  if (options.holds !== undefined) {
    packet.signatureExpirationTime = options.holds;
    packet.signatureNeverExpires = false;
  }
  const literal = {
    text: null,
    getBytes: () => data,
    key: signer,
  } as unknown as Uint8Array;
  const config = {
    ...openpgp.config,
    nonDeterministicSignaturesViaNotation: false,
  };
  await (packet.sign as unknown as Sign).call(
    packet,
    signer,
    literal,
    options.date ?? SIGNED,
    true,
    config,
  );
  const list = new openpgp.PacketList<openpgp.SignaturePacket>();
  list.push(packet);
  return new Uint8Array(list.write());
}

type Sign = (
  key: openpgp.SecretKeyPacket,
  data: Uint8Array,
  date: Date,
  detached: boolean,
  config: openpgp.Config,
) => Promise<void>;

/** The armor of signature packets, as `.asc` files and git objects hold it. */
export function armoredSignature(packets: Uint8Array): string {
  return openpgp.armor(openpgp.enums.armor.signature, packets)
    .replaceAll("\r\n", "\n");
}

/** What a signature of a key about a key is made over. */
export interface KeyClaim {
  /** The primary key. */
  readonly key: openpgp.AnyKeyPacket;
  readonly bind?: openpgp.AnyKeyPacket;
  readonly userID?: { write(): Uint8Array };
}

/** A signature of `by` about a key, whatever it says and however little it is true. */
export async function keySignature(
  by: openpgp.AnyKeyPacket,
  type: number,
  over: KeyClaim,
  fields: Partial<openpgp.SignaturePacket> = {},
  date = SIGNED,
): Promise<openpgp.SignaturePacket> {
  const packet = new openpgp.SignaturePacket();
  Object.assign(packet, fields);
  packet.signatureType = type;
  packet.publicKeyAlgorithm = by.algorithm;
  packet.hashAlgorithm = openpgp.enums.hash.sha512;
  await (packet.sign as unknown as Sign).call(
    packet,
    by as openpgp.SecretKeyPacket,
    over as unknown as Uint8Array,
    date,
    false,
    openpgp.config,
  );
  return packet;
}

/** The packets of a public key. */
export function publicPackets({ key }: PgpKey): openpgp.AnyPacket[] {
  return [...key.toPublic().toPacketList()];
}

/** Packets as a KEYS file holds them. */
export function armoredKey(packets: readonly openpgp.AnyPacket[]): string {
  const list = new openpgp.PacketList<openpgp.AnyPacket>();
  for (const packet of packets) list.push(packet);
  return openpgp.armor(openpgp.enums.armor.publicKey, list.write());
}
