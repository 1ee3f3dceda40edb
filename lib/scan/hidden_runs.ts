/** What a hidden character is good for, or bad. */
export type HiddenKind =
  | "tag"
  | "bidi"
  | "control"
  | "selector"
  | "filler"
  | "zero-width"
  | "other";

/** One hidden character of a run. */
export interface HiddenCharacter {
  readonly code: number;
  readonly kind: HiddenKind;
}

/** Hidden characters that stand in a row, and what stands around them. */
export interface HiddenRun {
  readonly characters: readonly HiddenCharacter[];
  /** UTF-16 offset of the first. */
  readonly offset: number;
  /** The character before, `""` at the beginning of the text. */
  readonly before: string;
  /** The character after, `""` at the end of the text. */
  readonly after: string;
  /** Whether letters or digits stand on both sides. */
  readonly insideWord: boolean;
  /** The line around it, at most some hundred characters. */
  readonly lineText: () => string;
}

/** A carriage return that ends no line makes a terminal write over the line's beginning. */
const RETURN = String.raw`\r(?![\r\n])`;
/**
 * Controls, format characters, separators of lines, and everything that
 * Unicode says may be ignored when it is shown. Spared are the white space of
 * texts, and the number signs of Arabic, Syriac and Kaithi, which have ink.
 * A longer run comes in parts: the expression keeps a place to return to for
 * each character, and some megabytes of them are more than it can hold.
 */
const HIDDEN = String
  .raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1d159}]--[\t\n\f\r\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]{1,65536}`;

const WORD = /^[\p{L}\p{N}\p{M}_]$/u;
/** Characters of a line that are shown on either side. */
const AROUND = 80;

/** Finds the runs of hidden characters of a text, in order. Linear in the text. */
export function* hiddenRuns(text: string): Generator<HiddenRun> {
  if (/^[\t\n\f\x20-\x7e]*$/.test(text)) return;
  // Where every line ends with a carriage return, it is the line end.
  const oldMac = !text.includes("\n");
  const pattern = new RegExp(oldMac ? HIDDEN : `${RETURN}|${HIDDEN}`, "gv");
  for (const match of text.matchAll(pattern)) {
    const offset = match.index;
    const end = offset + match[0].length;
    const before = characterBefore(text, offset);
    const after = end < text.length
      ? String.fromCodePoint(text.codePointAt(end)!)
      : "";
    yield {
      characters: [...match[0]].map((character) => {
        const code = character.codePointAt(0)!;
        return { code, kind: kindOf(code) };
      }),
      offset,
      before,
      after,
      insideWord: WORD.test(before) && WORD.test(after),
      lineText: () => lineAround(text, offset, end),
    };
  }
}

function kindOf(code: number): HiddenKind {
  if (code >= 0xe0000 && code <= 0xe007f) return "tag";
  if (code >= 0x202a && code <= 0x202e || code >= 0x2066 && code <= 0x2069) {
    return "bidi";
  }
  if (code < 0x20 || code >= 0x7f && code <= 0x9f) return "control";
  if (
    code >= 0xfe00 && code <= 0xfe0f || code >= 0xe0100 && code <= 0xe01ef
  ) return "selector";
  if (FILLERS.has(code)) return "filler";
  if (ZERO_WIDTH.has(code)) return "zero-width";
  return "other";
}

/** Hangul fillers, the Khmer inherent vowels, the braille blank, the null notehead. */
const FILLERS = new Set([
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  0x2800,
  0x3164,
  0xffa0,
  0x1d159,
]);
/** Space, joiners and word joiner of no width, the invisible operators, the byte order mark. */
const ZERO_WIDTH = new Set([
  0x180e,
  0x200b,
  0x200c,
  0x200d,
  0x2060,
  0x2061,
  0x2062,
  0x2063,
  0x2064,
  0xfeff,
]);

function characterBefore(text: string, offset: number): string {
  if (offset === 0) return "";
  const low = text.charCodeAt(offset - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && offset > 1;
  return text.slice(offset - (pair ? 2 : 1), offset);
}

function lineAround(text: string, offset: number, end: number): string {
  const head = text.slice(Math.max(0, offset - AROUND), offset);
  const tail = text.slice(end, end + AROUND);
  const from = Math.max(head.lastIndexOf("\n"), head.lastIndexOf("\r"));
  const to = tail.search(/[\r\n]/);
  return head.slice(from + 1) +
    text.slice(offset, Math.min(end, offset + AROUND)) +
    (to < 0 ? tail : tail.slice(0, to));
}
