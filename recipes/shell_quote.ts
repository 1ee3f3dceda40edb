/**
 * Quotes an argument for a POSIX shell, so that a printed command can be
 * copied whatever a url or ref holds.
 */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_.,:\/@%+=-]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", `'\\''`)}'`;
}
