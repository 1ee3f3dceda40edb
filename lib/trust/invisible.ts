/**
 * Bidi controls and characters of no width: text that shows them differs
 * from the text that is read (contract section 2). Variation selectors are
 * spared, since emoji in a name carry them.
 */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;

/** Offset of the first such character and its name as `U+…`, if there is one. */
export function findInvisible(
  text: string,
): { readonly index: number; readonly name: string } | undefined {
  const match = INVISIBLE.exec(text);
  if (match === null) return undefined;
  const code = match[0].codePointAt(0)!.toString(16).toUpperCase();
  return { index: match.index, name: `U+${code.padStart(4, "0")}` };
}
