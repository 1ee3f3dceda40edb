import type { HttpClient } from "../http/model.ts";
import type { CommitGraph } from "./commit_graph.ts";
import type { ObjectStore } from "./git_object.ts";
import type { ObjectFormat } from "./object_format.ts";

/** What talking to a repository needs. */
export interface RemoteContext {
  readonly http: HttpClient;
  /** A folder of mode 0700 for temporary files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
  /**
   * Looks up a variable of the caller's environment, which ssh alone needs;
   * without it ssh is given none.
   */
  readonly env?: (name: string) => string | undefined;
  /** The tag object itself is wanted too, as a signature may stand in it. */
  readonly wantsTag?: boolean;
  /** Reports bytes received. */
  readonly progress?: (bytes: number) => void;
}

/** A ref of a repository, as it says itself. Only ids that were recomputed prove anything. */
export interface RemoteRef {
  /** The full name: `refs/tags/v1`. */
  readonly name: string;
  /** What it names: a commit, or a tag object. */
  readonly id: string;
  /** What the tag object leads to in the end; absent when `id` is no tag object. */
  readonly peeled?: string;
}

/**
 * A repository whose server sends chosen objects. Both answer `undefined`
 * where the server promises that and sends nothing, and throw `SourceError`,
 * also when the answer exceeds `maxBytes`.
 */
export interface PartialRemote {
  /** A store of the commit that `ref` peels to and its trees, without any file. */
  trees(ref: RemoteRef, maxBytes: number): Promise<ObjectStore | undefined>;
  /** A store of the blobs `ids`, of which there is at least one. */
  blobs(
    ids: readonly string[],
    maxBytes: number,
  ): Promise<ObjectStore | undefined>;
}

/** A repository somewhere else, whatever way it is reached. */
export interface Remote {
  readonly format: ObjectFormat;
  /** The url that answered, when it is not the one that was asked. */
  readonly redirectedTo?: string;
  /**
   * The refs whose full names begin with one of `prefixes`, `HEAD` among them
   * when it is asked for. Throws `SourceError`.
   */
  refs(prefixes: readonly string[]): AsyncIterable<RemoteRef>;
  /**
   * A store that holds, or should hold, what `ref` peels to with its whole
   * tree and without its history. Throws `SourceError`.
   *
   * @param maxBytes of the answer and of all objects; a source's by default
   */
  download(ref: RemoteRef, maxBytes?: number): Promise<ObjectStore>;
  /** How parts of a commit are fetched; absent where the server cannot filter. */
  readonly partial?: PartialRemote;
  /**
   * The commits that the commit `want` leads to, without files. What `have`
   * leads to is not asked for, and a server may leave out more. Throws
   * `SourceError`, also when the history exceeds its limits.
   */
  history(want: string, have?: string): Promise<CommitGraph>;
}
