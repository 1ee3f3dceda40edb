import { Malformed } from "./malformed.ts";
import type { OpenPgp } from "./openpgp.ts";
import type { Packet } from "./packets.ts";

/** The packets of a block of keys, private ones made public. */
export interface PublicPackets {
  readonly packets: readonly Packet[];
  /** Some of them were private. */
  readonly secret: boolean;
}

const SECRET_KEY = 5;
const PUBLIC_KEY = 6;
const SECRET_SUBKEY = 7;
const PUBLIC_SUBKEY = 14;

/**
 * Replaces each private key by its public half, so that a signature can still
 * be checked where somebody published the wrong export. Throws
 * {@linkcode Malformed}.
 */
export async function publicPackets(
  packets: readonly Packet[],
  pgp: OpenPgp,
): Promise<PublicPackets> {
  let secret = false;
  const converted: Packet[] = [];
  for (const { tag, body } of packets) {
    if (tag !== SECRET_KEY && tag !== SECRET_SUBKEY) {
      converted.push({ tag, body });
      continue;
    }
    secret = true;
    const primary = tag === SECRET_KEY;
    const packet = primary
      ? new pgp.SecretKeyPacket()
      : new pgp.SecretSubkeyPacket();
    try {
      await packet.read(body);
    } catch (cause) {
      throw new Malformed("holds a private key that cannot be read", { cause });
    }
    converted.push({
      tag: primary ? PUBLIC_KEY : PUBLIC_SUBKEY,
      body: (packet as unknown as Writable).writePublicKey(),
    });
  }
  return { packets: converted, secret };
}

/** What the library's types leave out. */
interface Writable {
  writePublicKey(): Uint8Array;
}
