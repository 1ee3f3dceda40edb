import { createHash } from "node:crypto";

/**
 * The fingerprint of a public key packet, upper-case hex, over its bytes as
 * they stand (RFC 9580, section 5.5.4): 40 digits for version 4, 64 for
 * version 6; `undefined` for versions that are not supported.
 */
export function keyFingerprint(body: Uint8Array): string | undefined {
  const head = new Uint8Array(5);
  const view = new DataView(head.buffer);
  switch (body[0]) {
    case 4:
      if (body.length > 0xffff) return undefined;
      head[0] = 0x99;
      view.setUint16(1, body.length);
      return createHash("sha1").update(head.subarray(0, 3)).update(body)
        .digest("hex").toUpperCase();
    case 6:
      head[0] = 0x9b;
      view.setUint32(1, body.length);
      return createHash("sha256").update(head).update(body)
        .digest("hex").toUpperCase();
    default:
      return undefined;
  }
}

/** The 16 digits by which a signature names its key: a hint, which anybody can forge. */
export function keyIdOf(fingerprint: string): string {
  return fingerprint.length === 64
    ? fingerprint.slice(0, 16)
    : fingerprint.slice(-16);
}
