import type { MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";

/** A start tag with its attributes; one that is longer is not read on. */
const TAG = /<([a-z][a-z0-9-]{0,30})((?:\s[^<>]{0,600})?)>/gi;
const HIDDEN_ELEMENT =
  /^(?:template|noscript|noembed|noframes|script|datalist)$/i;
const HIDDEN_ATTRIBUTE =
  /\shidden(?=[\s=/]|$)(?!\s*=\s*["']?(?:false|until-found))/i;
const HIDDEN_INPUT = /\stype\s*=\s*["']?hidden\b/i;
const STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/i;
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0?\.?0*(?:\s*[;!]|\s*$)|font-size\s*:\s*(?:0|1px|0?\.\d+(?:px|pt|em|rem))(?![\d.])|(?:^|;)\s*(?:max-)?(?:height|width)\s*:\s*0(?:px|em|%)?\s*(?:;|$)|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%)|(?:^|;)\s*color\s*:\s*transparent/i;
const WHITE_TEXT =
  /(?:^|;)\s*color\s*:\s*(?:white|snow|#fff(?:fff)?(?:ff)?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)/i;
/** Characters of what an element hides that are looked at. */
const MAX_CONTENT = 400;

/** Finds elements outside code that a browser does not show, with what they hold. */
export function* hiddenHtml(
  text: string,
  { lines, frontmatterLines }: MarkdownParts,
): Generator<Sighting> {
  for (let at = frontmatterLines; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.code || !line.text.includes("<")) continue;
    // A tag may run over some lines; a code span on its line is no tag.
    const open = line.text.lastIndexOf("<") > line.text.lastIndexOf(">");
    const block = open
      ? lines.slice(at, at + 6).filter(({ code }) => !code)
        .map((one) => one.text).join("\n")
      : line.text;
    const shown = block.replace(
      /`[^`\n]*`/g,
      (span) => " ".repeat(span.length),
    );
    for (const match of shown.matchAll(TAG)) {
      if (match.index > line.text.length) break;
      const why = reason(match[1]!, match[2]!);
      if (why === undefined) continue;
      const offset = line.offset + match.index;
      const content = contentOf(text, offset + match[0].length, match[1]!);
      // A tag in the middle of a sentence that nothing closes is talked about.
      const begins = line.text.slice(0, match.index).trim() === "";
      if (!begins && !content.closed) continue;
      if (content.text.trim() === "" && !HIDDEN_INPUT.test(match[2]!)) continue;
      yield {
        rule: "hidden-html",
        level: "warning",
        offset,
        decoded: content.text.trim() === "" ? match[0] : content.text,
        message: `${why}, which the rendered page does not show`,
      };
    }
  }
}

function reason(name: string, attributes: string): string | undefined {
  if (HIDDEN_ELEMENT.test(name)) return `an element <${name.toLowerCase()}>`;
  if (HIDDEN_ATTRIBUTE.test(attributes)) return "an element with hidden";
  if (name.toLowerCase() === "input" && HIDDEN_INPUT.test(attributes)) {
    return "a hidden input";
  }
  const style = STYLE.exec(attributes);
  if (style === null) return undefined;
  const css = style[1] ?? style[2] ?? style[3]!;
  const white = WHITE_TEXT.test(css) && !/background/i.test(css);
  return HIDING_STYLE.test(css) || white
    ? "an element whose style hides it"
    : undefined;
}

function contentOf(text: string, from: number, name: string) {
  const part = text.slice(from, from + MAX_CONTENT);
  const end = part.toLowerCase().indexOf(`</${name.toLowerCase()}`);
  return { text: end < 0 ? part : part.slice(0, end), closed: end >= 0 };
}
