/** An opening code fence. */
export interface FenceStart {
  readonly char: "`" | "~";
  readonly length: number;
  readonly info: string;
}

/** A list marker with at least one blank, or nothing, after it. */
export interface ListMarker {
  /** Characters of the marker itself. */
  readonly width: number;
  /** Whether it may end a paragraph: a bullet, or the number 1, before text. */
  readonly interrupts: boolean;
}

/** Reads an opening fence (CommonMark 0.31, section 4.5). */
export function fenceStart(text: string): FenceStart | undefined {
  const match = /^(`{3,}|~{3,})(.*)$/s.exec(text);
  if (match === null) return undefined;
  const [, run = "", info = ""] = match;
  const char = run[0] as "`" | "~";
  if (char === "`" && info.includes("`")) return undefined;
  return { char, length: run.length, info: info.trim() };
}

/** Whether a line, its indentation read, closes a fence. */
export function closesFence(text: string, fence: FenceStart): boolean {
  let run = 0;
  while (text[run] === fence.char) run++;
  return run >= fence.length && /^[ \t]*$/.test(text.slice(run));
}

/** Whether a line is a heading that begins with number signs. */
export function isAtxHeading(text: string): boolean {
  return /^#{1,6}(?:[ \t]|$)/.test(text);
}

/** Whether a line underlines the paragraph above it. */
export function isSetextUnderline(text: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(text);
}

/** Whether a line is a thematic break. */
export function isThematicBreak(text: string): boolean {
  const char = text[0];
  if (char !== "*" && char !== "-" && char !== "_") return false;
  let count = 0;
  for (const each of text) {
    if (each === char) count++;
    else if (each !== " " && each !== "\t") return false;
  }
  return count >= 3;
}

/** Reads a list marker (CommonMark 0.31, section 5.2). */
export function listMarker(text: string): ListMarker | undefined {
  const match = /^(?:[*+-]|([0-9]{1,9})[.)])(?=[ \t]|$)/.exec(text);
  if (match === null) return undefined;
  const [marker, number] = match;
  const empty = /^[ \t]*$/.test(text.slice(marker.length));
  return {
    width: marker.length,
    interrupts: !empty && (number === undefined || Number(number) === 1),
  };
}
