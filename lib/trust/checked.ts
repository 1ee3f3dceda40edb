import { printable } from "../report/printable.ts";

/** A value that has passed its grammar, or the sentence that says why not. */
export type Checked<T> =
  | { readonly value: T; readonly fault?: never }
  | { readonly fault: string; readonly value?: never };

/** Wraps a value that holds. */
export function accept<T>(value: T): Checked<T> {
  return { value };
}

/** Wraps the sentence that says what is wrong and what to write instead. */
export function refuse(fault: string): Checked<never> {
  return { fault };
}

/**
 * Shows a value of a trust file in a message: between backticks, invisible
 * and terminal characters escaped, cut at 80 characters. Never for a url,
 * which may hold a secret: that is `redactUrl`.
 */
export function quote(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return `\`${printable(short).replaceAll("`", "'")}\``;
}
