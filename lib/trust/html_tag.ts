/** A start or end tag as an HTML tokenizer reads it. */
export interface HtmlTag {
  /** In lower case. */
  readonly name: string;
  readonly closing: boolean;
  /** Names of its attributes, in lower case. */
  readonly attributes: readonly string[];
  /** Offset after its `>`. */
  readonly end: number;
}

const HIDING = new Set(
  ("applet audio blockquote canvas datalist del details dialog frameset head " +
    "iframe math noembed noframes noscript object option optgroup plaintext " +
    "s script select strike style svg template textarea title video xmp")
    .split(" "),
);

/**
 * Reads the tag at `text[start]`, which is a `<`. Nothing when none stands
 * there or when it does not end.
 */
export function htmlTag(text: string, start: number): HtmlTag | undefined {
  let at = start + 1;
  const closing = text[at] === "/";
  if (closing) at++;
  if (!/[A-Za-z]/.test(text[at] ?? "")) return undefined;
  const until = (stop: string): string => {
    const from = at;
    while (at < text.length && !stop.includes(text[at]!)) at++;
    return text.slice(from, at).toLowerCase();
  };
  const skip = (chars: string): void => {
    while (at < text.length && chars.includes(text[at]!)) at++;
  };
  const name = until(" \t\n\f\r/>");
  const attributes: string[] = [];
  while (at < text.length) {
    skip(" \t\n\f\r/");
    if (text[at] === ">") return { name, closing, attributes, end: at + 1 };
    const from = at;
    if (text[at] === "=") at++; // a leading `=` belongs to the name
    until(" \t\n\f\r/>=");
    attributes.push(text.slice(from, at).toLowerCase());
    skip(" \t\n\f\r");
    if (text[at] !== "=") continue;
    at++;
    skip(" \t\n\f\r");
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      at++;
      until(quote);
      at++;
    } else until(" \t\n\f\r>");
  }
  return undefined;
}

/** Whether a browser may not show, or shows as quoted or struck, what stands inside. */
export function hides(tag: HtmlTag): boolean {
  return HIDING.has(tag.name) ||
    tag.attributes.some((name) => name === "hidden" || name === "style");
}
