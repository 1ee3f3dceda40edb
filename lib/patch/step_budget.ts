import { MAX_DIFF_STEPS, MAX_FILE_DIFF_STEPS } from "../base/limits.ts";

/**
 * Steps that comparing lines may still take: some for each file, and some for
 * a whole patch, so that neither one hostile file nor ten thousand of them
 * hold a run up. Counted, not timed, so that a patch is the same everywhere.
 */
export class StepBudget {
  readonly #perFile: number;
  #patch: number;
  #file: number;

  /** Comparisons of two lines that a patch, and each file of it, may take. */
  constructor(perPatch = MAX_DIFF_STEPS, perFile = MAX_FILE_DIFF_STEPS) {
    this.#perFile = this.#file = perFile;
    this.#patch = perPatch;
  }

  /** Gives the next file its share. */
  nextFile(): void {
    this.#file = this.#perFile;
  }

  /** Takes one step; false when none is left. */
  take(): boolean {
    if (this.#file <= 0 || this.#patch <= 0) return false;
    this.#file--;
    this.#patch--;
    return true;
  }
}
