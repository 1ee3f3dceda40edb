import { MAX_SARIF_MESSAGE_LENGTH } from "../base/limits.ts";
import { printable } from "./printable.ts";

/**
 * `text` as a plain text message of SARIF (section 3.11): braces are doubled,
 * since `{0}` is a placeholder, and where `](` stands the brackets are
 * escaped, so that a text out of a source makes no link in a viewer. What is
 * longer than {@linkcode MAX_SARIF_MESSAGE_LENGTH} is cut.
 */
export function sarifMessage(text: string): { readonly text: string } {
  const shown = printable(text.slice(0, MAX_SARIF_MESSAGE_LENGTH + 1), {
    newlines: true,
  });
  const whole = shown.length <= MAX_SARIF_MESSAGE_LENGTH
    ? shown
    : `${shown.slice(0, MAX_SARIF_MESSAGE_LENGTH - 1).toWellFormed()}…`;
  const unlinked = whole.includes("](")
    ? whole.replace(/[\\[\]]/g, "\\$&")
    : whole;
  return { text: unlinked.replace(/[{}]/g, "$&$&") };
}
