import { createHash } from "node:crypto";

/** Which hash names an object, and so the kind of repository that applies a binary patch. */
export type ObjectFormat = "sha1" | "sha256";

/** Id that git's `index` line gives to a content: lower-case hex. */
export function objectId(bytes: Uint8Array, format: ObjectFormat): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes)
    .digest("hex");
}

/** Id that stands for an absent file. */
export function nullId(format: ObjectFormat): string {
  return "0".repeat(format === "sha1" ? 40 : 64);
}
