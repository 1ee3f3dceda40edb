/**
 * Matches every character that a terminal obeys or a reader cannot see:
 * controls (ESC, and C1 which some terminals read as CSI), bidi controls,
 * zero-width and other default-ignorable characters (tags, fillers,
 * variation selectors), line and paragraph separators, the braille blank,
 * private use, noncharacters and lone surrogates. The format characters of
 * Arabic, Syriac and Kaithi numbers have ink and are spared.
 */
export const DECEPTIVE: RegExp =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]/gv;

/**
 * Matches what the runner of a CI job takes for an order to it in the lines that
 * a step prints: two colons in front of all but blanks (`::set-output …`), and
 * `##[…]`, `##vso[…]`, `##teamcity[…]` anywhere.
 */
export const ORDERS: RegExp = /:(?<=^\s*:)(?=:)|#(?<=##)(?=[a-z]{0,16}\[)/gim;
