/** An HTML block that has begun. */
export interface HtmlBlockStart {
  /** What ends it, on any of its lines; `undefined`: a blank line. */
  readonly end: RegExp | undefined;
  readonly interrupts: boolean;
  /** Why versions of Markdown may disagree on it, if they do. */
  readonly doubt?: string;
}

const BLOCK_NAMES = "address|article|aside|base|basefont|blockquote|body|" +
  "caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|" +
  "figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|" +
  "iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|" +
  "p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|" +
  "track|ul";
const BLOCK = new RegExp(`^</?(?:${BLOCK_NAMES})(?:[ \\t]|/?>|$)`, "i");
const ATTRIBUTE = "[ \\t]+[A-Za-z_:][A-Za-z0-9_.:-]*" +
  "(?:[ \\t]*=[ \\t]*(?:[^ \\t\"'=<>`]+|'[^']*'|\"[^\"]*\"))?";
const WHOLE_TAG = new RegExp(
  `^(?:<[A-Za-z][A-Za-z0-9-]*(?:${ATTRIBUTE})*[ \\t]*/?>|` +
    "</[A-Za-z][A-Za-z0-9-]*[ \\t]*>)[ \\t]*$",
);
/** Names that some versions of CommonMark treat by other rules. */
const DISPUTED = /^<\/?(?:textarea|search|source)(?![A-Za-z0-9-])/i;

/**
 * Tells whether a line begins an HTML block of one of the seven kinds of
 * CommonMark 0.31, section 4.6, and what ends it.
 */
export function htmlBlockStart(text: string): HtmlBlockStart | undefined {
  const doubt = DISPUTED.test(text)
    ? { doubt: "an HTML element that renderers treat differently" }
    : {};
  if (/^<(?:script|pre|style|textarea)(?:[ \t]|>|$)/i.test(text)) {
    const end = /<\/(?:script|pre|style|textarea)>/i;
    return { end, interrupts: true, ...doubt };
  }
  if (text.startsWith("<!--")) return { end: /-->/, interrupts: true };
  if (text.startsWith("<?")) return { end: /\?>/, interrupts: true };
  if (/^<![A-Za-z]/.test(text)) {
    return /^<![A-Z]/.test(text) ? { end: />/, interrupts: true } : {
      end: />/,
      interrupts: true,
      doubt: "a declaration that renderers treat differently",
    };
  }
  if (text.startsWith("<![CDATA[")) return { end: /\]\]>/, interrupts: true };
  if (BLOCK.test(text)) return { end: undefined, interrupts: true, ...doubt };
  if (WHOLE_TAG.test(text)) {
    return { end: undefined, interrupts: false, ...doubt };
  }
  return undefined;
}
