import { createHash } from "node:crypto";
import { Malformed } from "./malformed.ts";
import { SshReader } from "./ssh_reader.ts";

/** A public key of OpenSSH. */
export type SshPublicKey =
  | { readonly type: "ed25519"; readonly point: Uint8Array }
  | {
    readonly type: "ecdsa";
    readonly curve: "P-256" | "P-384" | "P-521";
    readonly point: Uint8Array;
  }
  | {
    readonly type: "rsa";
    readonly exponent: Uint8Array;
    readonly modulus: Uint8Array;
  }
  /** One that is not supported, such as a DSA key or one on a security token. */
  | { readonly type: "other"; readonly name: string };

const CURVES = {
  nistp256: "P-256",
  nistp384: "P-384",
  nistp521: "P-521",
} as const;

/** The fingerprint of a public key's blob, as `ssh-keygen -l` prints it. */
export function sshFingerprint(blob: Uint8Array): string {
  const digest = createHash("sha256").update(blob).digest("base64");
  return `SHA256:${digest.replace(/=+$/, "")}`;
}

/** Reads a public key's blob. Throws {@linkcode Malformed}. */
export function readSshPublicKey(blob: Uint8Array): SshPublicKey {
  const reader = new SshReader(blob);
  const name = reader.name();
  switch (name) {
    case "ssh-ed25519": {
      const point = reader.string();
      reader.end();
      if (point.length !== 32) throw new Malformed("is by a malformed key");
      return { type: "ed25519", point };
    }
    case "ssh-rsa": {
      const exponent = reader.mpint();
      const modulus = reader.mpint();
      reader.end();
      return { type: "rsa", exponent, modulus };
    }
  }
  const named = /^ecdsa-sha2-(nistp256|nistp384|nistp521)$/.exec(name)?.[1];
  if (named === undefined) return { type: "other", name };
  if (reader.name() !== named) throw new Malformed("is by a malformed key");
  const point = reader.string();
  reader.end();
  return { type: "ecdsa", curve: CURVES[named as keyof typeof CURVES], point };
}
