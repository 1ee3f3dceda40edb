/** One line of a hunk, with its line feed unless it is a file's unfinished last one. */
export interface HunkLine {
  /** A blank for context, `-` for removed, `+` for added. */
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** Changed lines that stand near each other, with the lines around them. */
export interface Hunk {
  /** Line the hunk begins at, counted from 1; the line before it when `oldCount` is 0. */
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
  /** Last line before the hunk that looks like a heading; may be empty. */
  readonly heading: string;
  readonly lines: readonly HunkLine[];
}

/** What follows the header of a section. */
export type PatchBody =
  | { readonly kind: "empty" }
  | { readonly kind: "text"; readonly hunks: readonly Hunk[] }
  | {
    readonly kind: "binary";
    readonly old: Uint8Array;
    readonly new: Uint8Array;
  };

/** One `diff --git` of a patch. */
export interface PatchSection {
  /** The lines up to the body, each without its line feed. */
  readonly header: readonly string[];
  readonly body: PatchBody;
}

/** How one path changes. */
export interface FilePatch {
  readonly path: string;
  /** Lines added and removed; 0 for a binary body. */
  readonly added: number;
  readonly removed: number;
  /** Whether some of it is in git's binary form. */
  readonly binary: boolean;
  /** None when nothing changes, two when a file becomes a link or the reverse. */
  readonly sections: readonly PatchSection[];
}
