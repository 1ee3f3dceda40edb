/** Git's modes of what a patch can describe: a file, an executable file, a symbolic link. */
export type FileMode = "100644" | "100755" | "120000";

/** A file on one side of a patch. */
export interface FileVersion {
  readonly mode: FileMode;
  /** The content; of a symbolic link its text. */
  readonly bytes: Uint8Array;
}

/** A path and what stands there before and after; an absent side is an absent file. */
export interface FileChange {
  /** Path below the root, `/` between components. */
  readonly path: string;
  readonly old?: FileVersion;
  readonly new?: FileVersion;
}
