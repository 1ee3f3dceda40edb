/** Scripts that writing systems combine: each row may stand in one word, with Latin or without. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

/** The scripts whose letters are taken for one another, or are read as Latin ones. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map([
  ["Latin", /\p{Script=Latin}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Coptic", /\p{Script=Coptic}/u],
  ["Georgian", /\p{Script=Georgian}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Thai", /\p{Script=Thai}/u],
  ["Lisu", /\p{Script=Lisu}/u],
  ["Han", /\p{Script=Han}/u],
  ["Hiragana", /\p{Script=Hiragana}/u],
  ["Katakana", /\p{Script=Katakana}/u],
  ["Hangul", /\p{Script=Hangul}/u],
  ["Bopomofo", /\p{Script=Bopomofo}/u],
]);

/**
 * Whether a word of `text` mixes scripts that no writing system mixes, such as
 * a Cyrillic `а` among Latin letters. A word is a run of letters, marks and
 * digits, so the Latin file ending of a Cyrillic name is no mixture.
 */
export function isMixedScript(text: string): boolean {
  // deno-lint-ignore no-control-regex -- the range is all of ASCII
  if (/^[\u0000-\u007f]*$/.test(text)) return false;
  return text.split(/[^\p{L}\p{M}\p{Nd}]+/u).some((word) => {
    const found = [...SCRIPTS.keys()].filter((script) =>
      SCRIPTS.get(script)!.test(word)
    );
    return found.length > 1 &&
      !TOGETHER.some((row) => found.every((script) => row.has(script)));
  });
}
