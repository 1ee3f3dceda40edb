import type { CommitId } from "../base/ids.ts";
import type { Finding } from "../base/finding.ts";
import type { SourceTree } from "../tree/source_tree.ts";
import { checkArrived } from "./check_pin.ts";
import { findRef, type RefKind } from "./find_ref.ts";
import type { ObjectFormat } from "./object_format.ts";
import { openRemote } from "./open_remote.ts";
import { redirected } from "./redirected.ts";
import type { RemoteContext, RemoteRef } from "./remote.ts";
import { type SignedObjects, signedObjects } from "./signed_objects.ts";
import { walkCommit } from "./tree_walk.ts";

/** A commit that arrived with its whole tree, every id recomputed. */
export interface FetchedCommit {
  readonly tree: SourceTree;
  readonly commit: CommitId;
  readonly findings: readonly Finding[];
  /** What may carry a signature; to be read while the tree is open. */
  signedObjects(): SignedObjects;
}

/**
 * Fetches what the tag or branch `ref` leads to. `accept` sees what the
 * repository says of the ref and throws when it is not wanted, in which case
 * nothing more is downloaded. Throws `SourceError`.
 */
export async function fetchCommit(
  pin: { readonly url: string; readonly ref: string },
  kind: RefKind,
  accept: (ref: RemoteRef, format: ObjectFormat) => void,
  context: RemoteContext,
): Promise<FetchedCommit> {
  const remote = await openRemote(pin.url, context);
  const ref = await findRef(remote, pin.url, kind, pin.ref);
  accept(ref, remote.format);
  const commit = (ref.peeled ?? ref.id) as CommitId;
  const store = await remote.download(ref);
  try {
    checkArrived(pin, store, commit);
    const tree = walkCommit(store, commit);
    return {
      tree,
      commit,
      findings: redirected(pin.url, remote.redirectedTo),
      signedObjects: () => signedObjects(store, ref, commit),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}
