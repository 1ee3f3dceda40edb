import { createHash } from "node:crypto";

/** A key that signs as `ssh-keygen -Y sign` does. */
export interface SshSigner {
  /** `SHA256:…`. */
  readonly fingerprint: string;
  /** The armored signature of `data`. */
  sign(data: Uint8Array, namespace?: string): Promise<string>;
}

/** Makes an Ed25519 key of OpenSSH's kind. */
export async function sshSigner(): Promise<SshSigner> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const raw = new Uint8Array(
    await crypto.subtle.exportKey("raw", pair.publicKey),
  );
  const publicKey = blob(text("ssh-ed25519"), raw);
  const digest = createHash("sha256").update(publicKey).digest("base64");
  return {
    fingerprint: `SHA256:${digest.replace(/=+$/, "")}`,
    async sign(data, namespace = "git") {
      const hashed = new Uint8Array(createHash("sha512").update(data).digest());
      const fields = [text(namespace), text(""), text("sha512")];
      const signed = join(text("SSHSIG"), blob(...fields, hashed));
      const value = await crypto.subtle.sign(
        "Ed25519",
        pair.privateKey,
        signed,
      );
      const whole = join(
        text("SSHSIG"),
        Uint8Array.of(0, 0, 0, 1),
        blob(
          publicKey,
          ...fields,
          blob(text("ssh-ed25519"), new Uint8Array(value)),
        ),
      );
      return armoredSsh(whole);
    },
  };
}

/** The armor of an SSH signature. */
export function armoredSsh(bytes: Uint8Array): string {
  const lines = bytes.toBase64().match(/.{1,70}/g) ?? [];
  return [
    "-----BEGIN SSH SIGNATURE-----",
    ...lines,
    "-----END SSH SIGNATURE-----",
    "",
  ].join("\n");
}

/** Strings one after the other, each with its length in front. */
export function blob(...strings: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return join(...strings.flatMap((string) => {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, string.length);
    return [length, string];
  }));
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}
