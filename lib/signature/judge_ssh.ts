import { createHash } from "node:crypto";
import { printable } from "../report/printable.ts";
import { Malformed } from "./malformed.ts";
import type { Judgement, SignedData, SigningPolicy } from "./model.ts";
import { readSshPublicKey, sshFingerprint } from "./ssh_public_key.ts";
import { readSshSignature, type SshSignature } from "./ssh_signature.ts";
import { sshVerify } from "./ssh_verify.ts";
import { MIN_RSA_BITS } from "./weakness.ts";

/** What git signs for: a signature made for mail or a file is none for a commit. */
const NAMESPACE = "git";

/**
 * Judges an armored SSH signature over `data`. It carries its public key with
 * it, so it counts only when `signed_by` lists that key's fingerprint. It
 * states no time, and SSH keys neither expire nor are revoked.
 */
export async function judgeSsh(
  armored: Uint8Array,
  data: SignedData,
  { signedBy }: SigningPolicy,
): Promise<Judgement> {
  try {
    return await judge(readSshSignature(armored), data, signedBy);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return refuse("bad", error.message);
  }
}

async function judge(
  signature: SshSignature,
  data: SignedData,
  signedBy: readonly string[] | undefined,
): Promise<Judgement> {
  const who = sshFingerprint(signature.publicKey);
  const namespace = new TextDecoder("latin1").decode(signature.namespace);
  if (namespace !== NAMESPACE) {
    return refuse(
      "bad",
      `by ${who} was made for "${printable(namespace)}", not for git`,
    );
  }
  const key = readSshPublicKey(signature.publicKey);
  if (key.type === "other") {
    const name = printable(key.name.slice(0, 100));
    return key.name === "ssh-dss"
      ? refuse("too-weak", `by ${who} rests on a DSA key`)
      : refuse(
        "unknown-key",
        `by ${who} is of the kind "${name}", which is not supported`,
      );
  }
  if (key.type === "rsa") {
    if (signature.algorithm === "ssh-rsa") {
      return refuse("too-weak", `by ${who} rests on SHA-1`);
    }
    const bits = bitLength(key.modulus);
    if (bits < MIN_RSA_BITS) {
      return refuse(
        "too-weak",
        `by ${who} rests on an RSA key of ${bits} bits`,
      );
    }
  }
  if (signature.hash !== "sha256" && signature.hash !== "sha512") {
    return refuse("bad", `by ${who} names an unknown digest`);
  }
  const signed = await signedBlob(signature, signature.hash, data);
  if (!await sshVerify(key, signature, signed)) {
    return refuse("bad", `by ${who} does not match the bytes`);
  }
  if (signedBy === undefined) {
    return {
      verdict: "unknown-key",
      passes: false,
      signer: who,
      because:
        `is by the SSH key ${who}, and SSH keys count by their fingerprint in signed_by only`,
    };
  }
  return signedBy.includes(who)
    ? {
      verdict: "good",
      passes: true,
      signer: who,
      because: `by ${who} is good`,
    }
    : {
      verdict: "not-listed",
      passes: false,
      signer: who,
      because: `by ${who} is by nobody whom signed_by lists`,
    };
}

/** What the key signs in place of the message (PROTOCOL.sshsig, "Blob format"). */
async function signedBlob(
  { namespace, reserved }: SshSignature,
  algorithm: "sha256" | "sha512",
  data: SignedData,
): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash(algorithm);
  for await (const chunk of data()) hash.update(chunk);
  const parts = [
    namespace,
    reserved,
    new TextEncoder().encode(algorithm),
    new Uint8Array(hash.digest()),
  ].flatMap((part) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, part.length);
    return [length, part];
  });
  const all = [new TextEncoder().encode("SSHSIG"), ...parts];
  const blob = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    blob.set(part, at);
    at += part.length;
  }
  return blob;
}

function bitLength(number: Uint8Array): number {
  const first = number[0] ?? 0;
  return number.length * 8 - (Math.clz32(first) - 24);
}

function refuse(
  verdict: Judgement["verdict"],
  because: string,
): Judgement {
  return { verdict, passes: false, because };
}
