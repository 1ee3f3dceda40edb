/** Text without a character that case or normalization could change. */
// deno-lint-ignore no-control-regex -- the range is all of ASCII but A-Z
const PLAIN = /^[\u0000-@[-\u007f]*$/;

/** What a case-insensitive, normalizing disk takes a name for: NFC, lower case. */
export function foldName(name: string): string {
  return PLAIN.test(name)
    ? name
    : name.normalize("NFC").toLowerCase().normalize("NFC");
}

/**
 * The other reading of "equal but for case": NFC, upper case, under which
 * `straße` is `STRASSE`.
 */
export function upperName(name: string): string {
  return name.normalize("NFC").toUpperCase().normalize("NFC");
}
