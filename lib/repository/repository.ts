/**
 * The checkout a command works in, as git's own files describe it
 * (contract section 1).
 */
export interface Repository {
  /** Real absolute path of this checkout's top folder. */
  readonly root: string;
  /**
   * What this checkout is. With a bare main repository each worktree is a
   * checkout of its own and counts as `main`.
   */
  readonly kind: "main" | "linked-worktree" | "no-git";
  /** Real absolute path of this checkout's git directory; absent under `--no-git`. */
  readonly gitDir?: string;
  /** The git directory that all worktrees share; equals `gitDir` in a main checkout. */
  readonly commonDir?: string;
  /**
   * Top folder of the main checkout: `root` itself, or, in a linked worktree,
   * the one git's files lead to; absent when they do not (a separate git
   * directory does not record its checkout).
   */
  readonly mainRoot?: string;
  /** The worktrees of this repository hang on a bare repository. */
  readonly bareMain: boolean;
  /** The checkout is a submodule of another. */
  readonly submodule: boolean;
  /** `core.symlinks=false`: git writes links as text files here. */
  readonly symlinksOff: boolean;
  /** `core.ignorecase`: ignore rules match in either case. */
  readonly ignoreCase: boolean;
  /** Bytes of an object id in the index: 20 (SHA-1) or 32 (SHA-256). */
  readonly objectIdBytes: 20 | 32;
}
