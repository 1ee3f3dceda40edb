import type { YamlNode, YamlScalar } from "../yaml/node.ts";
import { hiddenCharacters } from "./hidden_characters.ts";
import type { MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";
import { readableFrontmatter } from "./readable_frontmatter.ts";

/**
 * Finds what {@linkcode hiddenCharacters} does in the values of a frontmatter
 * that YAML's escapes spell (`"\u202E"`): an agent gets the characters, a
 * person sees only digits. Of a rule that the written text breaks too there is
 * a finding already.
 */
export function* escapedCharacters(
  path: string,
  text: string,
  parts: MarkdownParts,
): Generator<Sighting> {
  const { frontmatterLines, lines } = parts;
  const written = text.slice(0, lines[frontmatterLines]?.offset);
  if (frontmatterLines === 0 || !written.includes("\\")) return;
  const mapping = readableFrontmatter(path, text, parts);
  if (mapping === undefined) return;
  const known = new Set([...hiddenCharacters(written)].map(({ rule }) => rule));
  for (const { style, value, span } of scalars(mapping)) {
    if (style !== "double") continue;
    for (const sighting of hiddenCharacters(value)) {
      if (known.has(sighting.rule)) continue;
      yield {
        ...sighting,
        offset: lines[span.line - 1]?.offset ?? 0,
        message:
          `an escape of YAML writes what nobody sees here: ${sighting.message}`,
      };
    }
  }
}

function* scalars(node: YamlNode): Generator<YamlScalar> {
  if (node.kind === "scalar") yield node;
  else if (node.kind === "sequence") {
    for (const item of node.items) yield* scalars(item);
  } else {
    for (const { key, value } of node.entries) {
      yield key;
      yield* scalars(value);
    }
  }
}
