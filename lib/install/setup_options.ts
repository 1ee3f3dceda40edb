/** What the command line says to `setup`. */
export interface SetupOptions {
  /** Ids on the command line; empty: all. */
  readonly only: readonly string[];
  readonly noGit: boolean;
  readonly dryRun: boolean;
  readonly frozen: boolean;
  readonly allowUnpinned: boolean;
  readonly prune: boolean;
  /** Sources fetched at a time. */
  readonly jobs: number;
  /** `--agents`, as written. */
  readonly agents: readonly string[] | undefined;
  /** `--trust-from`: the revision whose layers, settings and lock are used. */
  readonly trustFrom?: string | undefined;
}
