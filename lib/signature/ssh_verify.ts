import { Malformed } from "./malformed.ts";
import type { SshPublicKey } from "./ssh_public_key.ts";
import { SshReader } from "./ssh_reader.ts";
import type { SshSignature } from "./ssh_signature.ts";

const CURVES = {
  "P-256": { bytes: 32, hash: "SHA-256" },
  "P-384": { bytes: 48, hash: "SHA-384" },
  "P-521": { bytes: 66, hash: "SHA-512" },
} as const;

/**
 * Whether `key` made `signature` over `signed`, by WebCrypto. The algorithm
 * that the signature names has to be the key's own: another one, read over the
 * same bytes, would be a signature that nobody made.
 */
export async function sshVerify(
  key: Exclude<SshPublicKey, { readonly type: "other" }>,
  { algorithm, value }: SshSignature,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    switch (key.type) {
      case "ed25519": {
        if (algorithm !== "ssh-ed25519") return false;
        const imported = await crypto.subtle.importKey(
          "raw",
          own(key.point),
          "Ed25519",
          false,
          ["verify"],
        );
        return await crypto.subtle.verify(
          "Ed25519",
          imported,
          own(value),
          signed,
        );
      }
      case "ecdsa": {
        const { bytes, hash } = CURVES[key.curve];
        if (algorithm !== `ecdsa-sha2-nistp${key.curve.slice(2)}`) return false;
        const imported = await crypto.subtle.importKey(
          "raw",
          own(key.point),
          { name: "ECDSA", namedCurve: key.curve },
          false,
          ["verify"],
        );
        return await crypto.subtle.verify(
          { name: "ECDSA", hash },
          imported,
          bothNumbers(value, bytes),
          signed,
        );
      }
      case "rsa": {
        const hash = RSA_HASHES.get(algorithm);
        if (hash === undefined) return false;
        const imported = await crypto.subtle.importKey(
          "jwk",
          { kty: "RSA", n: base64url(key.modulus), e: base64url(key.exponent) },
          { name: "RSASSA-PKCS1-v1_5", hash },
          false,
          ["verify"],
        );
        return await crypto.subtle.verify(
          "RSASSA-PKCS1-v1_5",
          imported,
          padded(value, key.modulus.length),
          signed,
        );
      }
    }
  } catch {
    // WebCrypto refuses points that are on no curve, and the like.
    return false;
  }
}

const RSA_HASHES: ReadonlyMap<string, string> = new Map([
  ["rsa-sha2-256", "SHA-256"],
  ["rsa-sha2-512", "SHA-512"],
]);

/** The two numbers of an ECDSA signature, each as long as the curve's. */
function bothNumbers(
  value: Uint8Array,
  length: number,
): Uint8Array<ArrayBuffer> {
  const reader = new SshReader(value);
  const [r, s] = [reader.mpint(), reader.mpint()];
  reader.end();
  const both = new Uint8Array(2 * length);
  both.set(padded(r, length));
  both.set(padded(s, length), length);
  return both;
}

function padded(number: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  if (number.length > length) throw new Malformed("holds too large a number");
  const bytes = new Uint8Array(length);
  bytes.set(number, length - number.length);
  return bytes;
}

function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
