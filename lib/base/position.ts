/**
 * A place in a text file that a person can open.
 *
 * `file` is the path as the messages show it (relative to the repository
 * root), `line` and `column` count from 1, in characters.
 */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Writes a position as `file:line:column`, the form editors make clickable. */
export function formatPosition(position: Position): string {
  return `${position.file}:${position.line}:${position.column}`;
}
