import { readArmor } from "./armor.ts";
import { Malformed } from "./malformed.ts";
import { SshReader } from "./ssh_reader.ts";

/** What a `SSH SIGNATURE` block says. */
export interface SshSignature {
  /** The public key's blob, which its fingerprint is the digest of. */
  readonly publicKey: Uint8Array;
  readonly namespace: Uint8Array;
  readonly reserved: Uint8Array;
  /** `sha256` or `sha512`. */
  readonly hash: string;
  /** Algorithm of the signature: `ssh-ed25519`. */
  readonly algorithm: string;
  /** What the algorithm made. */
  readonly value: Uint8Array;
}

const MAGIC = "SSHSIG";
const LABEL = "SSH SIGNATURE";

/**
 * Reads an armored SSH signature (OpenSSH PROTOCOL.sshsig): one block, nothing
 * beside it, every byte of it accounted for. Throws {@linkcode Malformed} with
 * the end of the sentence "the signature …".
 */
export function readSshSignature(armored: Uint8Array): SshSignature {
  const { blocks: [block, ...others], prose } = readArmor(armored);
  if (block?.label !== LABEL || others.length > 0 || prose) {
    throw new Malformed("is not one SSH signature");
  }
  if (block.bytes === undefined) {
    throw new Malformed(block.fault ?? "is damaged");
  }
  const reader = new SshReader(block.bytes);
  if (new TextDecoder("latin1").decode(reader.take(MAGIC.length)) !== MAGIC) {
    throw new Malformed("is no SSH signature");
  }
  if (reader.uint32() !== 1) throw new Malformed("is of an unknown version");
  const publicKey = reader.string();
  const namespace = reader.string();
  const reserved = reader.string();
  const hash = reader.name();
  const inner = new SshReader(reader.string());
  reader.end();
  const algorithm = inner.name();
  const value = inner.string();
  inner.end();
  return { publicKey, namespace, reserved, hash, algorithm, value };
}
