import type {
  CommitId,
  ContentDigest,
  SafePath,
  Sha512,
  SourceId,
} from "../base/ids.ts";
import type { Pin, Policy, Provide } from "../trust/model.ts";

/**
 * One block of the committed lock (contract section 4). Only `id` and `pin`
 * are required, as the Magpie setup skill writes no more; an absent key is
 * unknown, not different.
 */
export interface LockBlock {
  readonly id: SourceId;
  readonly pin: Pin;
  /** Number of the selection rule that made the snapshot: `"1"`. */
  readonly selection?: string;
  readonly content?: ContentDigest;
  /** Primary fingerprint of the verified signer. */
  readonly signer?: string;
  /** The roots, and `include` when given. */
  readonly layout?: LockLayout;
  readonly provides?: readonly Provide[];
  readonly policy: Policy;
  /** Keys that begin with `x-`, as YAML text to be written back unchanged. */
  readonly extra?: ReadonlyMap<string, string>;
  /** Line of the block in the file, from 1; absent in a block not yet written. */
  readonly line?: number;
}

/** `layout` as the lock records it. */
export interface LockLayout {
  readonly skillsRoot?: SafePath | ".";
  readonly evalsRoot?: SafePath | ".";
  readonly include?: readonly (SafePath | ".")[];
}

/** The committed lock, sorted by id. */
export interface CommittedLock {
  readonly blocks: readonly LockBlock[];
}

/** One block of the local lock: what this checkout fetched, and when. */
export interface LocalBlock {
  readonly id: SourceId;
  readonly method: Pin["method"];
  readonly url: string;
  readonly ref: string;
  readonly fetchedCommit?: CommitId;
  readonly fetchedSha512?: Sha512;
  /** ISO 8601, UTC, whole seconds. */
  readonly fetchedAt: string;
  readonly content?: ContentDigest;
  /** Folder names of the linked skills. */
  readonly skills?: readonly string[];
}

/** The local lock. */
export interface LocalLock {
  readonly blocks: readonly LocalBlock[];
  /** The checkout's own `--agents` choice. */
  readonly agents?: readonly string[];
}
