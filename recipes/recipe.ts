import type { CommitId, Sha512 } from "../lib/base/ids.ts";
import type { Finding } from "../lib/base/finding.ts";
import type { HttpClient } from "../lib/http/model.ts";
import type { Release } from "../lib/release/release.ts";
import type { SigningPolicy } from "../lib/signature/model.ts";
import type { ObservedSignature } from "../lib/signature/observe.ts";
import type { Layout, Pin, Provide } from "../lib/trust/model.ts";
import type { SourceTree } from "../lib/tree/source_tree.ts";

/** What a recipe may use. */
export interface FetchContext {
  readonly http: HttpClient;
  /** An empty folder of mode 0700, on the file system of the snapshots, for temporary files. */
  readonly scratch: string;
  /** Where skills stand, which decides whether an archive's top folder is stripped. */
  readonly layout: Layout;
  readonly provides: readonly Provide[];
  /** Whose signature is demanded; absent where none is. */
  readonly signing?: SigningPolicy;
  /** Tell who signed, where no signature is demanded; asks for one file more beside an archive. */
  readonly observe?: boolean;
  /** An archive's top folder stays, for whoever has yet to find where the skills stand. */
  readonly unstripped?: boolean;
  /** Aborted when the user interrupts the run. */
  readonly signal: AbortSignal;
  /** Looks up a variable of the caller's environment, for ssh. */
  readonly env?: (name: string) => string | undefined;
  /** Reports bytes received, for progress. */
  readonly progress?: (bytes: number) => void;
}

/** A source whose bytes matched its anchor. */
export interface Fetched {
  readonly tree: SourceTree;
  /** The peeled commit (git methods). */
  readonly commit?: CommitId;
  /** The archive's digest (svn-zip). */
  readonly sha512?: Sha512;
  /** Fingerprint of the verified signer; present where a signature is demanded. */
  readonly signer?: string;
  /** The signatures that were seen, where none is demanded and `observe` asks for them. */
  readonly observed?: readonly ObservedSignature[];
  /** Warnings and notes on the way, such as `redirected`; never an error. */
  readonly findings: readonly Finding[];
}

/** Where to look for a pin that is not known yet. */
export interface Place {
  readonly url: string;
  /** Tag, branch or version text, as a pin would have it. */
  readonly ref: string;
}

export type { Release };

/** One install method. */
export interface Recipe<P extends Pin> {
  /**
   * Fetches what `pin` names and checks it against the anchor. Throws
   * `SourceError`; nothing is left behind but what `tree.close()` removes.
   */
  fetch(pin: P, context: FetchContext): Promise<Fetched>;
  /**
   * The pin that the source gives for `place` now, for a person to vouch for:
   * it is the server's word, and `fetch` has yet to prove it. `setup` never
   * asks this. Throws `SourceError`; nothing is left behind.
   */
  discover(place: Place, context: FetchContext): Promise<P>;
  /**
   * All tags of the repository at `url`, in no particular order. Throws
   * `SourceError`: `releases-unlisted` where the method has no list,
   * `limit-exceeded`.
   */
  releases(url: string, context: FetchContext): Promise<readonly Release[]>;
  /** The equivalent shell commands, one a line, which the consent step prints. */
  describe(pin: P): readonly string[];
}
