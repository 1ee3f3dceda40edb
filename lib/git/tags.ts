import { MAX_TAG_DEPTH } from "../base/limits.ts";
import { damaged } from "./git_errors.ts";
import type { ObjectStore, ObjectType } from "./git_object.ts";
import { isObjectId, type ObjectFormat } from "./object_format.ts";

/** An annotated tag. */
export interface TagObject {
  /** Id of what it points to. */
  readonly object: string;
  readonly type: ObjectType;
  /** The name it was made under, which a signature covers; undecoded bytes as Latin-1. */
  readonly name: string;
  /** The object as stored: what a signature is verified over. */
  readonly raw: Uint8Array;
}

const latin1 = new TextDecoder("latin1");

/** Parses a tag object. Throws `SourceError` (`git-damaged`) when it is malformed. */
export function parseTag(raw: Uint8Array, format: ObjectFormat): TagObject {
  const head = latin1.decode(raw.subarray(0, 1024));
  const match =
    /^object ([0-9a-f]+)\ntype (commit|tree|blob|tag)\ntag ([^\n]*)\n/.exec(
      head,
    );
  const [, object, type, name] = match ?? [];
  if (
    object === undefined || name === undefined || !isObjectId(format, object)
  ) {
    throw damaged("a tag object is malformed");
  }
  return { object, type: type as ObjectType, name, raw };
}

/** What a ref leads to once every tag object on the way is read. */
export interface Peeled {
  readonly id: string;
  readonly type: ObjectType;
  /** The tag objects on the way, outermost first. */
  readonly tags: readonly TagObject[];
}

/**
 * Follows tag objects from `id`. A tag that lies about the type of what it
 * points to, and a chain longer than {@linkcode MAX_TAG_DEPTH}, are refused.
 */
export function peelTag(store: ObjectStore, id: string): Peeled {
  const tags: TagObject[] = [];
  let at = id;
  while (true) {
    const type = store.info(at)?.type;
    if (type === undefined) throw damaged(`the object ${at} is missing`);
    const outer = tags.at(-1);
    if (outer !== undefined && outer.type !== type) {
      throw damaged("a tag object calls its target by another type");
    }
    if (type !== "tag") return { id: at, type, tags };
    if (tags.length === MAX_TAG_DEPTH) {
      throw damaged(`a tag leads through more than ${MAX_TAG_DEPTH} tags`);
    }
    const tag = parseTag(store.read(at).body, store.format);
    tags.push(tag);
    at = tag.object;
  }
}
