import type {
  CommitId,
  OrganizationName,
  SafePath,
  Sha512,
  SkillName,
  SourceId,
} from "../base/ids.ts";
import type { Position } from "../base/position.ts";

/** An install method of RFC-AI-0006 ("Source descriptor"). */
export type Method = "git-tag" | "git-branch" | "svn-zip";

/**
 * What the adopter vouches for: method, url, ref and, but for a branch, an
 * anchor. A union, so that a tag without a commit cannot be built.
 */
export type Pin = GitTagPin | GitBranchPin | SvnZipPin;

/** `refs/tags/<ref>` of `url`, which must peel to `commit`. */
export interface GitTagPin {
  readonly method: "git-tag";
  readonly url: string;
  readonly ref: string;
  readonly commit: CommitId;
}

/** The tip of `refs/heads/<ref>`: work in progress, no anchor. */
export interface GitBranchPin {
  readonly method: "git-branch";
  readonly url: string;
  readonly ref: string;
}

/** A release archive whose bytes have the digest `sha512`; `ref` is its version text. */
export interface SvnZipPin {
  readonly method: "svn-zip";
  readonly url: string;
  readonly ref: string;
  readonly sha512: Sha512;
}

/** Where skills and suites stand in a source. `"."` is the source's root. */
export interface Layout {
  readonly skillsRoot: SafePath | ".";
  readonly evalsRoot: SafePath | ".";
  /** Present, even when empty: narrows the snapshot (contract section 3, "Materialised"). */
  readonly include?: readonly (SafePath | ".")[];
}

/** One item of `provides`: a skill by name, or every skill whose name begins with `<family>-`. */
export type Provide =
  | { readonly skill: SkillName }
  | { readonly family: string };

/** What is demanded of a source beyond its anchor. */
export interface Policy {
  /** URL of a KEYS file, or a path in the adopter's repository. */
  readonly keys?: string;
  /** OpenPGP fingerprints or SSH `SHA256:…`. */
  readonly signedBy?: readonly string[];
  /** Whether bundle manifests are checked; `if-present` when nothing is said. */
  readonly manifest?: "off" | "if-present" | "required";
  readonly allowUnlisted?: boolean;
}

/** A trusted source after the layers are merged: all that `setup` needs to know of it. */
export interface ResolvedSource {
  readonly id: SourceId;
  readonly organization: OrganizationName;
  readonly name?: string;
  readonly maintainer?: string;
  readonly pin: Pin;
  readonly layout: Layout;
  readonly provides: readonly Provide[];
  readonly policy: Policy;
  /** The entry in the trust list that vouches for it. */
  readonly vouched: Position;
  /** The organization's descriptor it refers to, when it does not stand alone. */
  readonly curated?: Position;
  /** Where the organization says what the adopter's entry does not, by the lock's names of the keys. */
  readonly inherited?: Readonly<Record<string, Position>>;
}
