/** What a move may do although `--yes` does not cover it (contract section 6). */
export type Allowance =
  | "allow-older"
  | "allow-history-change"
  | "allow-signer-change"
  | "allow-url-change";

/** What the command line says to `upgrade`. */
export interface UpgradeOptions {
  /** Ids on the command line; empty: all. */
  readonly only: readonly string[];
  /** `--to`: refs by source id. */
  readonly to: ReadonlyMap<string, string>;
  /** `--latest`: the newest release instead of what the trust list says. */
  readonly latest: boolean;
  readonly allowMajor: boolean;
  /** `--write`: a pin that was looked up is written into the trust list, and installed. */
  readonly write: boolean;
  readonly allowed: ReadonlySet<Allowance>;
  /** `--strict`: what is found about content refuses the move. */
  readonly strict: boolean;
}
