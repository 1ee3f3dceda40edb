import { givesOrders, isHarmlessComment } from "./harmless_comment.ts";
import { hiddenDefinitions } from "./hidden_definitions.ts";
import { hiddenHtml } from "./hidden_html.ts";
import type { MarkdownParts } from "./markdown_parts.ts";
import type { Sighting } from "./model.ts";

/** Forms of a forge, whose comments are shown to whoever fills them in. */
const FORM =
  /(?:^|\/)\.git(?:hub|lab|ea)\/(?:[^/]+\/)?(?:issue|pull_request|merge_request)_templates?(?:\/|\.md$)/i;

/**
 * Finds what stands in a Markdown text and not in what a renderer makes of it
 * (contract section 8): an agent reads the file, a person the page.
 */
export function* hiddenText(
  path: string,
  text: string,
  parts: MarkdownParts,
): Generator<Sighting> {
  for (const { offset, text: comment } of FORM.test(path) ? [] : parts.hidden) {
    if (isHarmlessComment(comment)) continue;
    yield {
      rule: "hidden-comment",
      level: "warning",
      offset,
      decoded: comment,
      message: "a comment that the rendered page does not show",
      ...(givesOrders(comment) ? { grave: true } : {}),
    };
  }
  yield* hiddenDefinitions(parts);
  yield* hiddenHtml(text, parts);
}
