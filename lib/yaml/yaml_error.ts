import type { Position } from "../base/position.ts";
import { formatPosition } from "../base/position.ts";

/**
 * A text is not the YAML that this tool reads. It names no one to blame: the
 * caller knows whose file it is and wraps it in an error that does. The
 * message holds no text of the file, so it is safe to print.
 */
export class YamlError extends Error {
  /** Where the fault stands, in the coordinates of the file. */
  readonly at: Position;

  constructor(message: string, at: Position) {
    super(message);
    this.name = "YamlError";
    this.at = at;
  }

  /** Line of the fault in the file, from 1. */
  get line(): number {
    return this.at.line;
  }

  /** Column of the fault in the file, from 1. */
  get column(): number {
    return this.at.column;
  }

  /** The fault with its place in front, as `file:line:column: message`. */
  override toString(): string {
    return `${formatPosition(this.at)}: ${this.message}`;
  }
}
