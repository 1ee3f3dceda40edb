import { parseFrontmatter } from "../skills/frontmatter.ts";
import type { YamlMapping } from "../yaml/node.ts";
import type { MarkdownParts } from "./markdown_parts.ts";

/**
 * A file's frontmatter; `undefined` when there is none, or none that can be
 * read, which is reported where the skill is read.
 */
export function readableFrontmatter(
  path: string,
  text: string,
  { frontmatterLines }: MarkdownParts,
): YamlMapping | undefined {
  if (frontmatterLines === 0) return undefined;
  try {
    return parseFrontmatter(
      text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"),
      path,
    ).mapping;
  } catch {
    return undefined;
  }
}
