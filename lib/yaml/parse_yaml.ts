import { type Event, parseEvents, YAMLException } from "js-yaml";
import { MAX_YAML_DEPTH } from "../base/limits.ts";
import { LineIndex } from "./line_index.ts";
import type { YamlNode } from "./node.ts";
import { tooDeep, TreeBuilder } from "./tree_builder.ts";
import { YamlError } from "./yaml_error.ts";

/** Where a YAML text stands in its file, and how deep it may be. */
export interface ParseYamlOptions {
  /** The file's name for messages. */
  readonly file: string;
  /** Line number, in the file, of the text's first line; 1 when absent. */
  readonly firstLine?: number;
  /**
   * Column, in the file, of each line's first character; 1 when absent. More
   * than 1 when an indentation was taken off, as in an indented code block.
   */
  readonly firstColumn?: number;
  /** Collections that may stand in one another; `MAX_YAML_DEPTH` when absent. */
  readonly maxDepth?: number;
}

/**
 * Reads one YAML document whose scalars are all text (contract section 2).
 *
 * Throws {@linkcode YamlError} for what is not YAML, and for duplicate keys,
 * anchors, aliases, tags, merge keys, directives, a second document, tabs in
 * indentation, keys that are no scalar, and nesting deeper than `maxDepth`.
 * Returns `undefined` when there is nothing but white space and comments.
 * Time is linear in the text's length.
 */
export function parseYaml(
  text: string,
  options: ParseYamlOptions,
): YamlNode | undefined {
  const maxDepth = options.maxDepth ?? MAX_YAML_DEPTH;
  const lines = new LineIndex(text);
  const fail = (message: string, offset: number): never => {
    const { line, column } = lines.locate(offset);
    throw new YamlError(message, {
      file: options.file,
      line: line + (options.firstLine ?? 1),
      column: column + (options.firstColumn ?? 1),
    });
  };

  const directive = directiveOffset(text, lines);
  if (directive !== undefined) {
    fail("YAML directives are not allowed", directive);
  }

  let events: Event[];
  try {
    // The parser's own limit keeps its recursion shallow; it counts the
    // scalar at the bottom too. The builder applies the exact one.
    events = parseEvents(text, { maxDepth: maxDepth + 2 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const offset = Math.min(error.mark?.position ?? 0, text.length);
    return fail(explain(error.reason, text, offset, lines, maxDepth), offset);
  }
  const builder = new TreeBuilder(text, lines, {
    maxDepth,
    firstLine: options.firstLine ?? 1,
    firstColumn: options.firstColumn ?? 1,
    fail,
  });
  for (const event of events) builder.add(event);
  const root = builder.finish();
  refuseTabs(text, lines, builder.scalarRanges, fail);
  return root?.kind === "scalar" && root.absent ? undefined : root;
}

/** Offset of a `%` that begins the first line of content; the parser drops unknown directives. */
function directiveOffset(text: string, lines: LineIndex): number | undefined {
  for (const start of lines.starts) {
    let at = text.charCodeAt(start) === 0xfeff ? start + 1 : start;
    if (text[at] === "%") return at;
    while (text[at] === " " || text[at] === "\t") at++;
    const char = text[at];
    if (char !== undefined && char !== "#" && char !== "\n" && char !== "\r") {
      return undefined;
    }
  }
  return undefined;
}

/** The parser's reason in our words where its own mislead or quote the source. */
function explain(
  reason: string,
  text: string,
  offset: number,
  lines: LineIndex,
  maxDepth: number,
): string {
  if (reason.startsWith("nesting exceeded")) return tooDeep(maxDepth);
  if (reason.includes("tag ")) return "YAML tags are not allowed";
  if (reason.includes("anchor")) return "YAML anchors are not allowed";
  if (reason.includes("alias")) return "YAML aliases are not allowed";
  const { line } = lines.locate(offset);
  const start = lines.starts[line] ?? 0;
  if (
    text[offset - 1] === "\t" || text[offset] === "\t" ||
    /^ *(?:[-?:] *)*\t/.test(text.slice(start, offset))
  ) {
    return TAB;
  }
  return `This is not valid YAML: ${reason}`;
}

const TAB = "A tab stands in the indentation, where YAML wants spaces";

/**
 * Refuses a tab before a line's first character unless the line belongs to a
 * scalar. The parser lets some pass, and readers disagree on what they mean.
 */
function refuseTabs(
  text: string,
  lines: LineIndex,
  scalars: readonly (readonly [number, number])[],
  fail: (message: string, offset: number) => never,
): void {
  let next = 0;
  for (const start of lines.starts) {
    let at = start;
    while (text[at] === " ") at++;
    if (text[at] !== "\t") continue;
    const tab = at;
    while (text[at] === " " || text[at] === "\t") at++;
    const char = text[at];
    if (char === undefined || char === "\n" || char === "\r" || char === "#") {
      continue;
    }
    while ((scalars[next]?.[1] ?? Infinity) <= tab) next++;
    const scalar = scalars[next];
    if (scalar === undefined || scalar[0] > tab) fail(TAB, tab);
  }
}
