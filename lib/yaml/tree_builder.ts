import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE } from "js-yaml";
import type { LineIndex } from "./line_index.ts";
import type { YamlEntry, YamlNode, YamlScalar, YamlSpan } from "./node.ts";

type ScalarEvent = Extract<Event, { valueStart: number }>;
type CollectionEvent = Extract<Event, { start: number }>;

/** What the builder needs to know of the text beside its events. */
export interface TreeBuilderOptions {
  /** Collections that may stand in one another. */
  readonly maxDepth: number;
  /** Line, in the file, of the text's first line. */
  readonly firstLine: number;
  /** Column, in the file, of each line's first character. */
  readonly firstColumn: number;
  /** Throws the error for a fault at an offset of the text. */
  readonly fail: (message: string, offset: number) => never;
}

interface Frame {
  readonly kind: "sequence" | "mapping";
  readonly start: number;
  readonly flow: boolean;
  readonly items: YamlNode[];
  readonly entries: YamlEntry[];
  /** Keys so far: a set, so that many keys take linear time. */
  readonly seen: Set<string>;
  key: YamlScalar | undefined;
}

const STYLES: Record<number, YamlScalar["style"]> = {
  [SCALAR_STYLE.PLAIN]: "plain",
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
  [SCALAR_STYLE.LITERAL_BLOCK]: "literal",
  [SCALAR_STYLE.FOLDED_BLOCK]: "folded",
};

/** The message for nesting beyond `maxDepth`. */
export function tooDeep(maxDepth: number): string {
  return `YAML nested deeper than ${maxDepth} levels is not allowed`;
}

/**
 * Builds the node tree from parser events and refuses, on the way, everything
 * that would let two readers of one block see different things.
 */
export class TreeBuilder {
  /** Ranges of the scalars' text, in order, for checks of what lies between. */
  readonly scalarRanges: [number, number][] = [];
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #options: TreeBuilderOptions;
  readonly #stack: Frame[] = [];
  #root: YamlNode | undefined;
  #documents = 0;
  /** Offset behind the last token. */
  #cursor = 0;

  constructor(text: string, lines: LineIndex, options: TreeBuilderOptions) {
    this.#text = text;
    this.#lines = lines;
    this.#options = options;
  }

  /** Takes the next event. Throws `YamlError` for a construct that is not allowed. */
  add(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        if (event.directives.length > 0) {
          this.#options.fail("YAML directives are not allowed", 0);
        }
        if (++this.#documents > 1) {
          this.#options.fail(
            "A second YAML document is not allowed",
            this.#cursor,
          );
        }
        return;
      case EVENT_ID.ALIAS:
        return this.#options.fail(
          "YAML aliases are not allowed",
          event.anchorStart - 1,
        );
      case EVENT_ID.SCALAR:
        this.#refuseProperties(event);
        return this.#scalar(event);
      case EVENT_ID.SEQUENCE:
      case EVENT_ID.MAPPING:
        this.#refuseProperties(event);
        return this.#open(event);
      case EVENT_ID.POP:
        if (this.#stack.length > 0) this.#close();
    }
  }

  /** The document's node, or `undefined` when there is none. */
  finish(): YamlNode | undefined {
    return this.#root;
  }

  #refuseProperties(event: ScalarEvent | CollectionEvent): void {
    if (event.tagStart >= 0) {
      this.#options.fail("YAML tags are not allowed", event.tagStart);
    }
    if (event.anchorStart >= 0) {
      this.#options.fail("YAML anchors are not allowed", event.anchorStart - 1);
    }
  }

  #scalar(event: ScalarEvent): void {
    const style = STYLES[event.style] ?? "plain";
    const absent = event.valueStart < 0;
    if (absent) {
      const at = this.#absentAt();
      return this.#put({
        kind: "scalar",
        value: "",
        style,
        absent,
        span: this.#span(at, at),
      });
    }
    const { valueStart, valueEnd } = event;
    const quoted = style === "single" || style === "double";
    const start = quoted
      ? valueStart - 1
      : style === "plain"
      ? valueStart
      : this.#blockHeader(valueStart);
    const end = quoted ? valueEnd + 1 : valueEnd;
    this.scalarRanges.push([valueStart, valueEnd]);
    const value = getScalarValue(this.#text, event);
    if (!value.isWellFormed() || this.#beyondUnicode(event, style)) {
      this.#options.fail(
        "A scalar holds an escape that is no character",
        start,
      );
    }
    this.#put({
      kind: "scalar",
      value,
      style,
      absent,
      span: this.#span(start, end),
    });
  }

  /** Whether a `\U` escape exceeds U+10FFFF, which the parser wraps round silently. */
  #beyondUnicode(event: ScalarEvent, style: string): boolean {
    if (style !== "double") return false;
    const raw = this.#text.slice(event.valueStart, event.valueEnd);
    if (!raw.includes("\\U")) return false;
    return [...raw.matchAll(/\\(?:U([0-9a-fA-F]{8})|[^])/g)]
      .some((match) => parseInt(match[1] ?? "0", 16) > 0x10ffff);
  }

  /** Offset of the `|` or `>` in the line before a block scalar's text. */
  #blockHeader(valueStart: number): number {
    const { line } = this.#lines.locate(Math.max(this.#cursor, 0));
    const start = Math.max(this.#cursor, this.#lines.starts[line] ?? 0);
    const found = this.#text.slice(start, valueStart).search(/[|>]/);
    return found < 0 ? valueStart : start + found;
  }

  /** Where a missing value would stand: behind the colon of its key. */
  #absentAt(): number {
    let at = this.#cursor;
    while (/[ \t]/.test(this.#text[at] ?? "")) at++;
    return this.#text[at] === ":" ? at + 1 : this.#cursor;
  }

  #open(event: CollectionEvent): void {
    const kind = event.type === EVENT_ID.SEQUENCE ? "sequence" : "mapping";
    if (this.#top?.kind === "mapping" && this.#top.key === undefined) {
      this.#options.fail("A key must be a plain text", event.start);
    }
    if (this.#stack.length >= this.#options.maxDepth) {
      this.#options.fail(tooDeep(this.#options.maxDepth), event.start);
    }
    this.#cursor = Math.max(this.#cursor, event.start);
    const opener = this.#text[event.start];
    this.#stack.push({
      kind,
      start: event.start,
      flow: opener === (kind === "sequence" ? "[" : "{"),
      items: [],
      entries: [],
      seen: new Set(),
      key: undefined,
    });
  }

  #close(): void {
    const frame = this.#stack.pop();
    if (frame === undefined) return;
    if (frame.flow) this.#cursor = this.#closer() + 1;
    const span = this.#span(frame.start, this.#cursor);
    this.#put(
      frame.kind === "sequence"
        ? { kind: "sequence", items: frame.items, span }
        : { kind: "mapping", entries: frame.entries, span },
    );
  }

  /** Offset of the bracket that closes a flow collection; comments may stand before it. */
  #closer(): number {
    let at = this.#cursor;
    while (at < this.#text.length) {
      const char = this.#text[at];
      if (char === "]" || char === "}") return at;
      if (char === "#") {
        while (at < this.#text.length && !/[\r\n]/.test(this.#text[at] ?? "")) {
          at++;
        }
      } else at++;
    }
    return at - 1;
  }

  #put(node: YamlNode): void {
    this.#cursor = Math.max(this.#cursor, node.span.end);
    const top = this.#top;
    if (top === undefined) this.#root = node;
    else if (top.kind === "sequence") top.items.push(node);
    else if (top.key === undefined) top.key = this.#key(node, top);
    else {
      top.entries.push({ key: top.key, value: node });
      top.key = undefined;
    }
  }

  #key(node: YamlNode, frame: Frame): YamlScalar {
    const { fail } = this.#options;
    if (node.kind !== "scalar" || node.absent) {
      return fail("A key must be a plain text", node.span.start);
    }
    if (node.value === "<<" && node.style === "plain") {
      fail("YAML merge keys are not allowed", node.span.start);
    }
    if (frame.seen.has(node.value)) {
      fail("This key stands twice in one mapping", node.span.start);
    }
    frame.seen.add(node.value);
    return node;
  }

  get #top(): Frame | undefined {
    return this.#stack.at(-1);
  }

  #span(start: number, end: number): YamlSpan {
    const { line, column } = this.#lines.locate(start);
    return {
      start,
      end,
      line: line + this.#options.firstLine,
      column: column + this.#options.firstColumn,
    };
  }
}
