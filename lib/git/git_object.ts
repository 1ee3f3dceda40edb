import { newHash, type ObjectFormat } from "./object_format.ts";

/** The four kinds of git object. */
export type ObjectType = "commit" | "tree" | "blob" | "tag";

/** What is known of an object without its content. */
export interface ObjectInfo {
  readonly type: ObjectType;
  /** Bytes of content. */
  readonly size: number;
  /** Place in the store: reading in rising order is cheapest. */
  readonly order: number;
}

/** One object, whole. */
export interface GitObject {
  readonly type: ObjectType;
  readonly body: Uint8Array;
}

/**
 * Where objects are read by id: a fetched pack or a repository on disk.
 * Every id is recomputed from the bytes before anything is handed out, so
 * that a store cannot answer with other bytes than the ones asked for.
 */
export interface ObjectStore {
  readonly format: ObjectFormat;
  /** `undefined` when the store has no such object. */
  info(id: string): ObjectInfo | undefined;
  /** Throws `SourceError` (`git-damaged`) when the object is absent or damaged. */
  read(id: string): GitObject;
  /** The content of a blob in pieces, for blobs too large to hold. */
  stream(id: string): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Closes files and removes temporary ones. */
  close(): void;
}

/** Starts the digest of an object whose content follows. */
export function objectHash(
  format: ObjectFormat,
  type: ObjectType,
  size: number,
): ReturnType<typeof newHash> {
  return newHash(format).update(`${type} ${size}\0`);
}

/** The id of an object: the digest of its type, size and content. */
export function objectId(
  format: ObjectFormat,
  type: ObjectType,
  body: Uint8Array,
): string {
  return objectHash(format, type, body.length).update(body).digest("hex");
}
