import type { RuleName } from "../base/rules.ts";
import type { Needs } from "./passages.ts";

/** One rule about what a text asks for, told by patterns over a passage. */
export interface ProseRule {
  readonly rule: RuleName;
  readonly message: string;
  /** Words without which no pattern can match. */
  readonly needs: Needs;
  readonly patterns: readonly RegExp[];
  /** Ordinary text that matches too: what stands before the match, to its sentence's beginning. */
  readonly unlessBefore?: RegExp;
}

/** The patterns that regular expressions as text describe, letters of either case. */
export function patternsOf(...sources: readonly string[]): RegExp[] {
  return sources.map((source) => new RegExp(source, "gi"));
}
