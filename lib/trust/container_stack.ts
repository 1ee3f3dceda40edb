import type { ListMarker } from "./block_starts.ts";
import type { LineCursor } from "./line_cursor.ts";

/** Block quotes and list items that may stand in one another; more only cost time. */
export const MAX_CONTAINERS = 32;

interface Container {
  readonly kind: "quote" | "item";
  /** Columns that a further line of a list item must be indented by. */
  readonly width: number;
  /** Nothing stands in it yet. */
  empty: boolean;
}

/** The open block quotes and list items, outermost first. */
export class ContainerStack {
  #containers: Container[] = [];

  /** How many are open. */
  get length(): number {
    return this.#containers.length;
  }

  /** Whether one of them is a block quote. */
  get quoted(): boolean {
    return this.#containers.some(({ kind }) => kind === "quote");
  }

  /** Reads what continues the open containers off a line and counts those that go on. */
  match(cursor: LineCursor): number {
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === "quote") {
        if (!readQuoteMarker(cursor)) break;
      } else if (cursor.blank) {
        // A list item begins with at most one blank line.
        if (container.empty) break;
        cursor.skipIndent();
      } else if (cursor.indent >= container.width) {
        cursor.skipColumns(container.width);
      } else break;
      matched++;
    }
    return matched;
  }

  /** Opens one inside the others; false when they are too many. */
  push(kind: Container["kind"], width = 0): boolean {
    this.touch();
    if (this.#containers.length >= MAX_CONTAINERS) return false;
    this.#containers.push({ kind, width, empty: true });
    return true;
  }

  /** Notes that something stands in the innermost. */
  touch(): void {
    const last = this.#containers.at(-1);
    if (last !== undefined) last.empty = false;
  }

  /** Closes all but the outermost `count`. */
  truncate(count: number): void {
    this.#containers.length = count;
  }
}

/** Reads a `>` and the blank after it, if they are next. */
export function readQuoteMarker(cursor: LineCursor): boolean {
  if (cursor.indent > 3 || cursor.text[cursor.nextNonspace] !== ">") {
    return false;
  }
  cursor.skipIndent();
  cursor.skipChars(1);
  cursor.skipColumns(1);
  return true;
}

/**
 * Reads a list marker and the blanks after it; returns the columns that
 * further lines of the item must be indented by.
 */
export function readListMarker(cursor: LineCursor, marker: ListMarker): number {
  const indent = cursor.indent;
  cursor.skipColumns(indent);
  cursor.skipChars(marker.width);
  const blanks = cursor.indent;
  // Before an indented block, or nothing, one blank belongs to the marker.
  const padding = cursor.blank || blanks < 1 || blanks > 4 ? 1 : blanks;
  cursor.skipColumns(padding);
  return indent + marker.width + padding;
}
