import type { CommitId } from "../base/ids.ts";
import { damaged } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { RemoteRef } from "./remote.ts";
import { peelTag, type TagObject } from "./tags.ts";

/** The raw objects that may carry a signature for a commit. */
export interface SignedObjects {
  readonly format: ObjectFormat;
  readonly commit: { readonly id: CommitId; readonly raw: Uint8Array };
  /** The tag objects that lead to the commit, outermost first. */
  readonly tags: readonly TagObject[];
}

/**
 * Reads a commit and the tags that `ref` goes through. What the server said of
 * the ref is checked against the objects: a tag that leads to another commit
 * says nothing about this one. Throws `SourceError` (`git-damaged`).
 */
export function signedObjects(
  store: ObjectStore,
  ref: RemoteRef,
  commit: CommitId,
): SignedObjects {
  const peeled = peelTag(store, ref.id);
  if (peeled.id !== commit) {
    throw damaged("a tag object leads to another commit than the server said");
  }
  const raw = store.read(commit).body;
  return {
    format: store.format,
    commit: { id: commit, raw },
    tags: peeled.tags,
  };
}
