import { createHash, type Hash } from "node:crypto";

/**
 * A hasher that has already taken git's header for a blob of `size` bytes, so
 * that content can be streamed into it.
 */
export function blobHasher(size: number): Hash {
  return createHash("sha256").update(`blob ${size}\0`);
}

/** Id of a blob in git's SHA-256 object format: 64 lower-case hex digits. */
export function blobId(bytes: Uint8Array): string {
  return blobHasher(bytes.byteLength).update(bytes).digest("hex");
}
