import { mappingGet } from "../yaml/mapping_get.ts";
import type { YamlScalar } from "../yaml/node.ts";
import { restyleScalar } from "../yaml/restyle_scalar.ts";
import type { LocatedEntry } from "./locate_entry.ts";
import { PIN_KEYS, type PinChanges } from "./pin_changes.ts";

/** Text to put in place of a range of UTF-16 offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/**
 * The edits, in order of their place, that bring `changes` into an entry of
 * `text` and touch nothing but the scalars whose value changes. Returns
 * `undefined` when a key that is to be changed holds no scalar.
 */
export function entryEdits(
  text: string,
  entry: LocatedEntry,
  changes: PinChanges,
): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const added: [key: string, value: string][] = [];
  for (const key of PIN_KEYS) {
    const value = changes[key];
    if (value === undefined) continue;
    const node = mappingGet(entry.mapping, key);
    if (node === undefined) added.push([key, value]);
    else if (node.kind !== "scalar") return undefined;
    else if (node.value !== value || node.absent) {
      edits.push(replacement(text, entry, node, value));
    }
  }
  if (added.length > 0) edits.push(addition(text, entry, added));
  return edits.sort((a, b) => a.start - b.start);
}

function replacement(
  text: string,
  { toText }: LocatedEntry,
  { span, style, absent }: YamlScalar,
  value: string,
): TextEdit {
  const start = toText(span.start);
  if (absent) {
    // In braces a key may stand without its colon.
    const put = `${text[start - 1] === ":" ? "" : ":"} ${restyle(value)}`;
    return { start, end: start, put };
  }
  const end = toText(span.end);
  if (style !== "literal" && style !== "folded") {
    return { start, end, put: restyle(value, style) };
  }
  // The header and what follows it stay, the text below it is exchanged.
  const block = text.slice(start, end);
  const header = block.search(/[\r\n]/);
  const first = header + block.slice(header).search(/\S/);
  return {
    start: start + first,
    end: start + block.trimEnd().length,
    put: value,
  };
}

/** Lines, or members of a flow mapping, right behind the `id`. */
function addition(
  text: string,
  { mapping, id, toText }: LocatedEntry,
  added: readonly (readonly [key: string, value: string])[],
): TextEdit {
  const key = mapping.entries.find(({ value }) => value === id)!.key;
  const members = added.map(([name, value]) =>
    `${key.style === "double" ? `"${name}"` : name}: ${
      restyle(value, id.style)
    }`
  );
  const idEnd = toText(id.span.end);
  if (text[toText(mapping.span.start)] === "{") {
    const put = members.map((member) => `, ${member}`).join("");
    return { start: idEnd, end: idEnd, put };
  }
  const keyStart = toText(key.span.start);
  const lineStart = Math.max(
    text.lastIndexOf("\n", keyStart - 1),
    text.lastIndexOf("\r", keyStart - 1),
  ) + 1;
  const indent = text.slice(lineStart, keyStart).replace(/\S/g, " ");
  const [, rest = "", lineEnd = "\n"] = /^([^\r\n]*)(\r\n|\n|\r)?/
    .exec(text.slice(idEnd))!;
  const start = idEnd + rest.length + lineEnd.length;
  const put = members.map((member) => indent + member + lineEnd).join("");
  return { start, end: start, put };
}

function restyle(value: string, style: YamlScalar["style"] = "plain"): string {
  return restyleScalar(value, style);
}
