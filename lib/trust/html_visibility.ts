import { hides, htmlTag } from "./html_tag.ts";

const VOID = new Set(
  ("area base br col embed hr img input link meta param source track wbr")
    .split(" "),
);
/** Elements whose end tag may be left out. */
const OPTIONAL_END = new Set(
  ("colgroup dd dt li option p rp rt tbody td tfoot th thead tr").split(" "),
);
/** Elements whose content is text up to their end tag, whatever it looks like. */
const RAW_TEXT = new Set(
  ("iframe noembed noframes noscript plaintext script style textarea title xmp")
    .split(" "),
);

/**
 * Follows the raw HTML blocks of a document as a browser would, to tell
 * whether what follows them is shown: a `<details>`, a comment or an attribute
 * that one block leaves open swallows the blocks after it.
 */
export class HtmlVisibility {
  readonly #open: { readonly name: string; readonly depth: number }[] = [];
  readonly #names = new Map<string, number>();
  #raw: RegExp | undefined;

  /** The element that hides what comes next, if one does. */
  get hiddenBy(): string | undefined {
    return this.#open[0]?.name;
  }

  /**
   * Reads one whole HTML block at container depth `depth`. Returns why it can
   * not be told what is shown from here on, if so.
   */
  read(html: string, depth: number): string | undefined {
    let at = 0;
    while (at < html.length) {
      if (this.#raw !== undefined) {
        this.#raw.lastIndex = at;
        const end = this.#raw.exec(html);
        if (end === null) return undefined;
        at = end.index;
        this.#raw = undefined;
      }
      at = html.indexOf("<", at);
      if (at < 0) return undefined;
      const next = html[at + 1] ?? "";
      if (next === "!" || next === "?") {
        const end = markupEnd(html, at);
        if (end === undefined) return "an HTML comment that is left open";
        at = end;
        continue;
      }
      const tag = htmlTag(html, at);
      if (tag === undefined) {
        if (/[A-Za-z/]/.test(next)) return "an HTML tag that is left open";
        at++;
        continue;
      }
      at = tag.end;
      if (tag.closing) {
        const fault = this.#close(tag.name, depth);
        if (fault !== undefined) return fault;
      } else if (this.#open.length > 0 || hides(tag)) {
        this.#push(tag.name, depth);
      }
    }
    return undefined;
  }

  #push(name: string, depth: number): void {
    const first = this.#open.length === 0;
    if (VOID.has(name) || (!first && OPTIONAL_END.has(name))) return;
    this.#open.push({ name, depth });
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    if (RAW_TEXT.has(name)) {
      // Names in the set are plain letters, safe in a pattern.
      this.#raw = new RegExp(`</${name}(?=[\\s/>])`, "gi");
    }
  }

  #close(name: string, depth: number): string | undefined {
    const count = this.#names.get(name) ?? 0;
    if (count === 0) return undefined;
    const last = this.#open.at(-1)!;
    if (last.name !== name || last.depth !== depth) {
      return `a \`</${name}>\` that does not match its start tag`;
    }
    this.#open.pop();
    this.#names.set(name, count - 1);
    return undefined;
  }
}

/** Offset after the comment, declaration or instruction at `at`, if it ends. */
function markupEnd(html: string, at: number): number | undefined {
  if (!html.startsWith("<!--", at)) {
    const end = html.indexOf(">", at);
    return end < 0 ? undefined : end + 1;
  }
  const end = /--!?>/g;
  end.lastIndex = at + 2;
  for (let match = end.exec(html); match !== null; match = end.exec(html)) {
    // `<!-->` is a whole comment, `<!--!>` is not.
    if (match[0] === "-->" || match.index >= at + 4) return end.lastIndex;
    end.lastIndex = match.index + 1;
  }
  return undefined;
}
