const CODES = {
  error: "31",
  warning: "33",
  note: "36",
  strong: "1",
  faint: "2",
} as const;

/** What a piece of text is, which decides its colour. */
export type Style = keyof typeof CODES;

/** Colours a piece of text that holds no control characters. */
export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal, or the text as it is. */
export function paint(color: boolean): Paint {
  return color
    ? (style, text) => `\x1b[${CODES[style]}m${text}\x1b[0m`
    : (_style, text) => text;
}
