import type { Finding } from "../base/finding.ts";

/** What a run came to, for the formats that hold findings alone. */
export interface Report {
  /** The command's name, or `error` when none was recognised. */
  readonly command: string;
  readonly exitCode: number;
  /** Whether the command came to its end, instead of throwing. */
  readonly completed: boolean;
  /** Whether warnings fail. */
  readonly strict: boolean;
  readonly findings: readonly Finding[];
}
