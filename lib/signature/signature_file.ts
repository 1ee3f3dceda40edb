import { MAX_SIGNATURES } from "../base/limits.ts";
import { readArmor } from "./armor.ts";
import { Malformed } from "./malformed.ts";
import {
  type OpenPgp,
  type PgpSignature,
  readSignaturePacket,
} from "./openpgp.ts";
import { readPackets } from "./packets.ts";

const SIGNATURE = 2;
const LABEL = "PGP SIGNATURE";

/**
 * Reads every signature of a detached OpenPGP signature file, armored (all
 * blocks of it) or binary. At least one stands in it and nothing else does: an
 * attached or clear-signed message brings its own bytes and says nothing about
 * the archive. Throws {@linkcode Malformed} with the end of the sentence "the
 * signature …".
 */
export function readSignatureFile(
  bytes: Uint8Array,
  pgp: OpenPgp,
): readonly PgpSignature[] {
  const signatures = [...packetsOf(bytes)].map(({ tag, body }) => {
    if (tag !== SIGNATURE) {
      throw new Malformed("is no detached signature: it holds something else");
    }
    return readSignaturePacket(pgp, body);
  });
  if (signatures.length > MAX_SIGNATURES) {
    throw new Malformed(`holds more than ${MAX_SIGNATURES} signatures`);
  }
  if (signatures.length === 0) throw new Malformed("holds no signature");
  return signatures;
}

function packetsOf(bytes: Uint8Array) {
  if (bytes.length === 0) throw new Malformed("is empty");
  if (bytes[0]! >= 0x80) return readPackets(bytes);
  const { blocks } = readArmor(bytes);
  return blocks.flatMap(({ label, line, bytes, fault }) => {
    if (label !== LABEL) {
      throw new Malformed(
        "is no detached signature: it holds a block of another kind",
      );
    }
    if (bytes === undefined) {
      throw new Malformed(`is damaged: its block in line ${line} ${fault}`);
    }
    return [...readPackets(bytes)];
  });
}
