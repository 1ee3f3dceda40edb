/** Words that some YAML 1.1 or 1.2 reader takes for a boolean, a null or a number. */
const WORDS = new Set(
  "null true false yes no on off y n nan inf infinity none".split(" "),
);

/**
 * A text that stays text without quotes: begins with a letter, so it is no
 * number, date, hex id or indicator in any version of YAML, and has no blank,
 * `#` or final colon.
 */
const PLAIN = /^[A-Za-z](?:[A-Za-z0-9._/@+~=:-]*[A-Za-z0-9._/@+~=-])?$/;

/** What must not stand raw between double quotes, or would deceive a reader there. */
const ESCAPED =
  // deno-lint-ignore no-control-regex -- exactly these must not be written raw
  /["\\\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]/g;

function escape(char: string): string {
  if (char === '"' || char === "\\") return `\\${char}`;
  if (char === "\n") return "\\n";
  if (char === "\t") return "\\t";
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Writes a YAML scalar that every reader of YAML 1.1 or 1.2 takes as exactly
 * `text` (contract section 4: "every value that could be read as anything but
 * text quoted"). It stands on one line, in block context.
 *
 * Throws `RangeError` when `text` holds half a surrogate pair, which no UTF-8
 * file can hold.
 */
export function quoteScalar(text: string): string {
  if (!text.isWellFormed()) {
    throw new RangeError("A text with half a surrogate pair cannot be written");
  }
  if (PLAIN.test(text) && !WORDS.has(text.toLowerCase())) return text;
  return `"${text.replace(ESCAPED, escape)}"`;
}
