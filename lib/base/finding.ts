import type { RuleName } from "./rules.ts";

/** How much a finding weighs: errors end in exit code 1, warnings only with `--strict`. */
export type Level = "error" | "warning" | "note";

/**
 * One thing a command has to say about trust, bytes, links or content.
 *
 * This is the element of `findings` in every `--json` document (contract
 * section 7). `message` is one sentence: what is wrong, where, what to do.
 */
export interface Finding {
  /** Its stable name. */
  readonly rule: RuleName;
  /** How much it weighs. */
  readonly level: Level;
  /** One sentence for a person. */
  readonly message: string;
  /** Id of the source it is about. */
  readonly source?: string;
  /** Folder name of the skill it is about. */
  readonly skill?: string;
  /** Path relative to the repository root. */
  readonly path?: string;
  /** Line in `path`, from 1. */
  readonly line?: number;
  /** The command or edit that repairs it. */
  readonly fix?: string;
}
