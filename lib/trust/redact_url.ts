import { printable } from "../report/printable.ts";

const TOKEN =
  "(?:gh[a-z]_|github_pat_|gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-|xox[a-z]-|" +
  "npm_|pypi-|hf_|sk-|ATBB|ATATT|dop_v1_|AKIA|ASIA|eyJ)[A-Za-z0-9_-]{16,}";

/**
 * Matches a text that holds a credential by its looks: the published prefixes
 * of forges, registries and clouds, at the beginning of a word so that
 * `task-…` is none.
 */
export const TOKEN_SHAPED: RegExp = new RegExp(`(?<![A-Za-z0-9])${TOKEN}`);
const TOKEN_ANYWHERE = new RegExp(TOKEN, "g");

/**
 * A url as a message may show it: whatever may be a credential replaced by
 * `***` (everything before an `@`, the query, the fragment, anything shaped
 * like a token), invisible characters escaped, cut at 120 characters. It takes
 * any text, as it is for urls that were refused.
 */
export function redactUrl(text: string): string {
  let shown = text;
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]{0,20}:\/{0,2}/.exec(shown)?.[0] ?? "";
  const user = shown.lastIndexOf("@");
  if (user >= 0) {
    const prefix = scheme.length <= user && scheme.endsWith("//") ? scheme : "";
    shown = `${prefix}***${shown.slice(user)}`;
  }
  const tail = shown.search(/[?#]/);
  if (tail >= 0) shown = `${shown.slice(0, tail + 1)}***`;
  shown = shown.replace(TOKEN_ANYWHERE, "***");
  if (shown.length > 120) shown = `${shown.slice(0, 120)}…`;
  return `\`${printable(shown).replaceAll("`", "'")}\``;
}
