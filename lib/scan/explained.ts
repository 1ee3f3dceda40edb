import type { HiddenCharacter, HiddenRun } from "./hidden_runs.ts";

/** The flags of England, Scotland and Wales: a black flag, tags, a cancel tag. */
const FLAGS = ["gbeng", "gbsct", "gbwls"].map((name) =>
  [...name].map((letter) => letter.charCodeAt(0) + 0xe0000).concat(0xe007f)
);
const BLACK_FLAG = "\u{1f3f4}";

/** Scripts whose letters join, so that a joiner between them changes their shape. */
const JOINING =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nko}\p{scx=Mand}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Lana}\p{scx=Bali}\p{scx=Java}]$/u;
/** Scripts written without blanks, where a space of no width allows a line break. */
const UNSPACED =
  /^[\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Lana}\p{scx=Java}\p{scx=Bali}]$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
const PICTURE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\u20e3]$/u;
const RIGHT_TO_LEFT =
  /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nko}\p{scx=Adlm}\p{scx=Samr}\p{scx=Mand}\p{scx=Rohg}]/u;
/** What U+FE0E and U+FE0F show as text or as a picture. */
const PICTURABLE = /^[\p{Emoji}\p{So}\p{Sm}\p{Po}]$/u;
/** What the other fourteen choose the shape of. */
const SHAPED =
  /^[0\p{Sm}\p{Po}\p{Ps}\p{Pe}\p{Unified_Ideograph}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Mymr}\p{scx=Phag}\p{scx=Mani}]$/u;
const IDEOGRAPH = /^[\p{Unified_Ideograph}\p{scx=Han}]$/u;
const BRAILLE = /[\u2801-\u28ff]/;

/**
 * What is left of a run of hidden characters when all is taken away that
 * writing systems, emoji and files need there (contract section 8: the three
 * subdivision flags and real script joins pass).
 */
export function explained(run: HiddenRun): readonly HiddenCharacter[] {
  let left = run.characters;
  if (run.offset === 0 && left[0]!.code === 0xfeff) left = left.slice(1);
  left = withoutFlag(run, left);
  if (
    left.some(({ code }) => code === 0x2800) && BRAILLE.test(run.lineText())
  ) {
    left = left.filter(({ code }) => code !== 0x2800);
  }
  // A picture may be followed by its selector and then be joined to the next.
  let base = run.before;
  const first = left[0];
  if (first?.kind === "selector" && selects(first.code, base)) {
    left = left.slice(1).some(({ kind }) => kind === "selector")
      ? left
      : left.slice(1);
    if (!PICTURE.test(base) && left.length > 0) base = "";
  }
  if (left.length !== 1) return left;
  return isNeeded(left[0]!, base, run) ? [] : left;
}

function selects(code: number, base: string): boolean {
  if (code >= 0xe0100) return IDEOGRAPH.test(base);
  return (code >= 0xfe0e ? PICTURABLE : SHAPED).test(base);
}

function withoutFlag(
  { before, characters }: HiddenRun,
  left: readonly HiddenCharacter[],
): readonly HiddenCharacter[] {
  if (before !== BLACK_FLAG) return left;
  const flag = FLAGS.find((codes) =>
    codes.every((code, at) => characters[at]?.code === code)
  );
  return flag === undefined ? left : left.slice(flag.length);
}

/** Whether one hidden character between `base` and what follows has a use there. */
function isNeeded(
  { code, kind }: HiddenCharacter,
  base: string,
  { after, lineText }: HiddenRun,
): boolean {
  const either = (pattern: RegExp) => pattern.test(base) || pattern.test(after);
  switch (code) {
    case 0x200d:
      if (PICTURE.test(base) && PICTURE.test(after)) return true;
      return either(JOINING) && LETTER.test(base);
    case 0x200c:
      return either(JOINING) && LETTER.test(base);
    case 0x200b:
      return either(UNSPACED);
    case 0x200e:
    case 0x200f:
    case 0x061c:
      return RIGHT_TO_LEFT.test(lineText());
    case 0x034f:
      return /^\p{M}$/u.test(base) || /^\p{M}$/u.test(after);
    case 0x180b:
    case 0x180c:
    case 0x180d:
    case 0x180e:
    case 0x180f:
      return /^\p{scx=Mong}$/u.test(base);
    case 0x115f:
    case 0x1160:
      return either(/^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]$/u);
    case 0x17b4:
    case 0x17b5:
      return /^\p{scx=Khmr}$/u.test(base);
    default:
      // Hieroglyphs are put together by characters of this kind.
      return kind === "other" && code >= 0x13430 && code <= 0x1345f;
  }
}
