import type { Finding } from "../base/finding.ts";
import { MAX_MARKDOWN_LENGTH } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { counted } from "./counted.ts";
import { codeSpan } from "./markdown_fence.ts";
import type { Review } from "./model.ts";
import {
  renderReviewMarkdown,
  type ReviewMarkdownOptions,
} from "./render_review_markdown.ts";

/** What is said where there is no change of trust. */
export const NO_CHANGES = "Nothing of what is trusted changes.\n";

/** Together a third of the room, so that the reviews have the rest. */
const MAX_LINES = 50;
const MAX_MESSAGE = 400;
/** Characters in which a review says anything. */
const MIN_REVIEW = 1000;

/**
 * The changes of trust and the review of each source that they are about, as
 * the text of a pull request. All text of others stands in code, as in one
 * review. The reviews share the room that is left behind the changes.
 */
export function renderChangesMarkdown(
  changes: readonly Finding[],
  reviews: readonly Review[],
  options: ReviewMarkdownOptions = {},
): string {
  if (changes.length === 0) return NO_CHANGES;
  const { maxLength = MAX_MARKDOWN_LENGTH } = options;
  const lines = changes.slice(0, MAX_LINES).map(({ rule, level, message }) =>
    `- **${level} ${rule}**: ${codeSpan(shortened(message))}`
  );
  const left = changes.length - lines.length;
  if (left > 0) lines.push(`- … ${counted(left, "more change")} not shown`);
  let text = `## What this changes of trust\n\n${lines.join("\n")}\n`;
  for (const [at, review] of reviews.entries()) {
    const room = Math.floor((maxLength - text.length) / (reviews.length - at));
    text += room < MIN_REVIEW
      ? `\nNo room here for the review of ${codeSpan(printable(review.id))}.\n`
      : `\n${renderReviewMarkdown(review, { maxLength: room - 1 })}`;
  }
  return text;
}

function shortened(message: string): string {
  const line = printable(message);
  return line.length > MAX_MESSAGE
    ? `${line.slice(0, MAX_MESSAGE)} … (cut)`
    : line;
}
