/**
 * A place in a text file that a person can open.
 *
 * `file` is the path as the messages show it (relative to the repository
 * root), `line` and `column` count from 1, in characters.
 */
export interface Position {
  /** Path, as messages show it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
}

/** Writes a position as `file:line:column`, the form editors make clickable. */
export function formatPosition(position: Position): string {
  return `${position.file}:${position.line}:${position.column}`;
}
