import type { YamlEntry, YamlMapping } from "../yaml/node.ts";

/**
 * The YAML text of an `x-` entry's value, as it must be written behind the
 * key's colon: the first line as it stands, further lines without the
 * indentation of the key. Answers `undefined` when the entry is not written
 * as `key: value`.
 *
 * The text is kept rather than the value, so that another tool's keys survive
 * this tool byte for byte (contract section 4).
 */
export function extraText(
  text: string,
  parent: YamlMapping,
  entry: YamlEntry,
): string | undefined {
  const { key, value } = entry;
  const colon = text.slice(key.span.end).search(/\S/) + key.span.end;
  if (text[colon] !== ":" || value.span.start < colon) return undefined;
  if (text[key.span.start - 2] === "?") return undefined;
  const flow = text[parent.span.start] === "{";
  const [first = "", ...rest] = text.slice(colon + 1, value.span.end)
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n");
  const indent = columnOf(text, key.span.start);
  return [
    first,
    ...rest.map((line) => flow ? indented(line) : dedent(line, indent)),
  ].join("\n");
}

function columnOf(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") {
    start--;
  }
  return offset - start;
}

/** Leading blanks mean nothing in a flow collection, but block context wants some. */
function indented(line: string): string {
  const content = line.trimStart();
  return content === "" ? "" : `  ${content}`;
}

function dedent(line: string, columns: number): string {
  let at = 0;
  while (at < columns && line[at] === " ") at++;
  return line.slice(at);
}
