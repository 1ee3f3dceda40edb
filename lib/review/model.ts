import type { Finding } from "../base/finding.ts";
import type { CommitId, ContentDigest } from "../base/ids.ts";
import type { FilePatch } from "../patch/file_patch.ts";
import type { SkillReading } from "../skills/read_skill.ts";
import type { FileMode } from "../tree/content_digest.ts";
import type { Listing } from "../tree/listing.ts";
import type { Layout, Pin, Policy, Provide } from "../trust/model.ts";

/** A provided skill of one side. */
export interface ReviewSkill {
  /** Its folder's name. */
  readonly name: string;
  /** Its folder, relative to the source's root. */
  readonly path: string;
  /** What its `SKILL.md` says; absent when that cannot be used. */
  readonly reading?: SkillReading;
}

/** One of the two versions of a source that a review compares. */
export interface ReviewSide {
  readonly pin: Pin;
  /** The commit it was read at: all that tells two states of a branch apart. */
  readonly commit?: CommitId;
  /** Primary fingerprint of the verified signer. */
  readonly signer?: string;
  readonly layout: Layout;
  readonly provides: readonly Provide[];
  /** What is demanded of it. */
  readonly policy?: Policy;
  readonly content?: ContentDigest;
  /** All materialised files, sorted by the bytes of their paths. */
  readonly listing: Listing;
  readonly skills: readonly ReviewSkill[];
}

/** The contents that were read of one side, by path; a link's is its text. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** One value that is another now; absent where there was, or is, none. */
export interface FieldChange {
  readonly field: string;
  readonly from?: string;
  readonly to?: string;
}

/** One side of a {@linkcode FileDelta}. */
export interface FileState {
  readonly mode: FileMode;
  /** Bytes; for a link, of its text. */
  readonly size: number;
  /** Blob id in git's SHA-256 object format, hex. */
  readonly id: string;
}

/** A file that was added, removed or changed. */
export interface FileDelta {
  readonly path: string;
  /** The provided skill whose folder it lies in. */
  readonly skill?: string;
  readonly from?: FileState;
  readonly to?: FileState;
  /** `omitted`: its contents were not compared, it is known by size and id alone. */
  readonly content: "text" | "binary" | "omitted";
  /** Lines added; 0 unless `content` is `text`. */
  readonly linesAdded: number;
  /** Lines removed; 0 unless `content` is `text`. */
  readonly linesRemoved: number;
  /** Its part of the patch; absent when `content` is `omitted`. */
  readonly patch?: FilePatch;
}

/** A skill of both sides whose files or frontmatter differ. */
export interface SkillDelta {
  readonly name: string;
  /**
   * `folder`, frontmatter keys (`allowed-tools` and `description` first, then
   * by name), and `bundle_version` of its manifest.
   */
  readonly fields: readonly FieldChange[];
  /** Files below its folder that were added, removed or changed. */
  readonly files: number;
}

/** A host that the new version names and the old one does not. */
export interface NewHost {
  /** As a resolver gets it: lower case, IDN labels as `xn--…`. */
  readonly host: string;
  /** As a browser may show it, where that differs. */
  readonly unicode?: string;
  /** The first file, by path, that names it. */
  readonly path: string;
}

/** What was added at the head of a changelog. */
export interface ChangelogHead {
  readonly path: string;
  /** The first lines added, without their line ends. */
  readonly lines: readonly string[];
  /** How many more lines were added there. */
  readonly more: number;
}

/** What changed between an installed snapshot and a verified new one. */
export interface Review {
  /** Id of the source. */
  readonly id: string;
  readonly pin: {
    /** Absent at a first pin. */
    readonly from?: Pin;
    readonly to: Pin;
    /** The commits that the sides were read at, where they are known. */
    readonly fromCommit?: CommitId;
    readonly toCommit?: CommitId;
    /** Method, url, ref, anchor, layout and provides, where they differ. */
    readonly changes: readonly FieldChange[];
  };
  readonly signer: {
    readonly from?: string;
    readonly to?: string;
    readonly changed: boolean;
  };
  readonly content: {
    readonly from?: ContentDigest;
    readonly to?: ContentDigest;
  };
  readonly skills: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly SkillDelta[];
    /** How many are the same to the last byte. */
    readonly unchanged: number;
  };
  readonly files: {
    readonly added: readonly FileDelta[];
    readonly removed: readonly FileDelta[];
    readonly changed: readonly FileDelta[];
    readonly unchanged: number;
  };
  readonly changelogs: readonly ChangelogHead[];
  /** Paths that are executable now and were not before. */
  readonly executables: readonly string[];
  readonly hosts: readonly NewHost[];
  /** How many more new hosts there are than `hosts` lists. */
  readonly hostsLeftOut: number;
  /**
   * What section 8 finds in files of provided skills that the old version of
   * the same file had not, and `review-incomplete`.
   */
  readonly findings: readonly Finding[];
  /** Unified diff in git's form, sorted by path. */
  readonly patch: string;
  /** Paths that the patch lacks: with any, it does not give the new tree. */
  readonly patchOmitted: readonly string[];
  readonly totals: {
    readonly linesAdded: number;
    readonly linesRemoved: number;
    /** Bytes of all files. */
    readonly bytesFrom: number;
    readonly bytesTo: number;
  };
}

/** What the caller knows beyond the changed files. */
export interface ComposeOptions {
  /** Hosts that files name which are the same on both sides. */
  readonly knownHosts?: ReadonlySet<string>;
  /** Paths of the new version that a skill holds or that its links lead to. */
  readonly read?: ReadonlySet<string>;
  /**
   * Those of them that no skill of the old version read: nobody has looked at
   * them, whether they changed or not. A file that did not change comes with
   * its content, as far as that was read.
   */
  readonly arrived?: ReadonlyMap<string, ArrivedFile>;
}

/** A file that a skill reads now, and none did before. */
export interface ArrivedFile {
  readonly mode: FileMode;
  /** It stood there before, byte for byte: no diff shows it. */
  readonly unchanged: boolean;
  readonly bytes?: Uint8Array;
}
