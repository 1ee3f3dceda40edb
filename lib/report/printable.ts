import { DECEPTIVE, ORDERS } from "./deceptive.ts";

/** How {@linkcode printable} treats text of more than one line. */
export interface PrintableOptions {
  /** Leaves line feeds as they are; by default they are escaped too. */
  readonly newlines?: boolean;
}

/**
 * Makes text out of a source, a server or an argument safe to show: what a
 * terminal or a runner of jobs would obey or a reader could not see is written
 * as `\u{..}`, so that no name can recolour, overwrite, reorder or hide what
 * stands around it. Ordinary scripts stay. Applying it twice is the same as
 * once.
 */
export function printable(
  text: string,
  options: PrintableOptions = {},
): string {
  return text.replace(
    DECEPTIVE,
    (character) =>
      character === "\n" && options.newlines === true
        ? character
        : escape(character),
  ).replace(ORDERS, escape);
}

function escape(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
