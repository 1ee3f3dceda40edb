import type { Level } from "../base/finding.ts";
import type { RuleName } from "../base/rules.ts";
import type { FileMode } from "../tree/content_digest.ts";

/** One file to look at. */
export interface ScanFile {
  /** As findings shall name it, with `/`. */
  readonly path: string;
  /** The mode decides whether it is executable; a link's file is what it leads to. */
  readonly mode: FileMode;
  /**
   * Its content, or its first `MAX_SCAN_FILE_BYTES` and at least one byte
   * more, which tells that there is more.
   */
  readonly bytes: Uint8Array;
}

/** What was found at one place of a file's content (contract section 8). */
export interface ContentFinding {
  readonly rule: RuleName;
  /** As `scan` weighs it; a review makes every one a warning. */
  readonly level: Level;
  readonly path: string;
  /** From 1; absent where the whole file is meant. */
  readonly line?: number;
  /** From 1, in characters. */
  readonly column?: number;
  /** What an agent reads there, unescaped and shortened; absent where there is no text to show. */
  readonly decoded?: string;
  /** What is wrong and what to do, without the place and without `decoded`. */
  readonly message: string;
  /** Of many findings of one rule this is one to look at first. */
  readonly grave?: boolean;
}

/** A place in a text and what is wrong there, before it is known on which line. */
export interface Sighting {
  readonly rule: RuleName;
  readonly level: Level;
  /** UTF-16 offset in the text. */
  readonly offset: number;
  readonly decoded?: string;
  readonly message: string;
  readonly grave?: boolean;
}
