/** One command line, or the like, that is timed as a whole. */
export interface Job {
  /** Brings everything back to how it was before the first run; not timed. */
  reset?(): Promise<void>;
  run(): Promise<void>;
}

/** Two ways to the same end, ready to be timed. */
export interface Contest extends AsyncDisposable {
  readonly ours: Job;
  readonly theirs: Job;
  /** What else was seen in all those runs, one sentence each. */
  figures?(): readonly string[];
}

/** A piece of work that is compared with the real alternative to it. */
export interface Bench {
  readonly name: string;
  /** The alternative, as a reader would type it. */
  readonly alternative: string;
  /** Highest ratio of our time to the alternative's (contract section 12); absent: the ratio is for information. */
  readonly bar?: number;
  /** Programs it takes beside git. */
  readonly programs?: readonly string[];
  prepare(): Promise<Contest>;
}
