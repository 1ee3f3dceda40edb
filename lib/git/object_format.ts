import { createHash } from "node:crypto";

/** The digest that names a repository's objects (`extensions.objectFormat`). */
export type ObjectFormat = "sha1" | "sha256";

/** Bytes of an object id in `format`. */
export function idBytes(format: ObjectFormat): 20 | 32 {
  return format === "sha1" ? 20 : 32;
}

/** Whether `text` is a full, lower-case object id of `format`. */
export function isObjectId(format: ObjectFormat, text: string): boolean {
  return text.length === idBytes(format) * 2 && /^[0-9a-f]+$/.test(text);
}

/** The format whose ids are as long as `id`; `undefined` for any other length. */
export function formatOfId(id: string): ObjectFormat | undefined {
  return id.length === 40 ? "sha1" : id.length === 64 ? "sha256" : undefined;
}

/** A running digest for objects or packs of `format`. */
export function newHash(
  format: ObjectFormat,
): ReturnType<typeof createHash> {
  return createHash(format);
}
