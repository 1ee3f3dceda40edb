/** Bytes (UTF-8) of a heading, as in git. */
const MAX_HEADING_BYTES = 80;

/**
 * What git's default rule takes from a line to stand behind the numbers of the
 * next hunk: the first 80 bytes of a line that begins with a letter, `_` or
 * `$`, without blanks at the end; `undefined` for any other line.
 */
export function headingOf(line: string): string | undefined {
  if (!/^[A-Za-z_$]/.test(line)) return undefined;
  const { read } = new TextEncoder().encodeInto(
    line.slice(0, MAX_HEADING_BYTES),
    new Uint8Array(MAX_HEADING_BYTES),
  );
  return line.slice(0, read).replace(/[ \t\n\v\f\r]+$/, "");
}
