/** Guards that no test can miss, or that guard nothing by themselves. */
export interface Exclusion {
  readonly file?: string;
  /** Function, as the list of guards names it. */
  readonly within?: string;
  /** How its text begins. */
  readonly says?: string;
  readonly reason: string;
}

/** Each with its reason; the first that fits a guard counts. */
export const EXCLUSIONS: readonly Exclusion[] = [
  {
    says: "throw diskError(",
    reason:
      "tells in words what the file system refused, which ends the run anyway",
  },
];
