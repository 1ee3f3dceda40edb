import { displayWidth } from "./display_width.ts";
import { printable } from "./printable.ts";

/** How {@linkcode table} lays rows out. */
export interface TableOptions {
  /** Text in front of every row; none by default. */
  readonly indent?: string;
}

/**
 * Lays rows out in columns aligned by what a terminal shows, two blanks
 * between them, no blank at a line's end, a line feed after each. Cells are
 * escaped with `printable`, so no cell can break its row.
 */
export function table(
  rows: readonly (readonly string[])[],
  options: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell)));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return cells.map((row) => {
    const padded = row.map((cell, column) =>
      cell + " ".repeat(widths[column]! - displayWidth(cell))
    );
    return `${options.indent ?? ""}${padded.join("  ")}`.trimEnd() + "\n";
  }).join("");
}
