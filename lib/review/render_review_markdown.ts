import { MAX_MARKDOWN_LENGTH } from "../base/limits.ts";
import { printable } from "../report/printable.ts";
import { codeSpan, fenced } from "./markdown_fence.ts";
import type { Review } from "./model.ts";
import { reviewSections, summaryLines } from "./review_sections.ts";

/** How {@linkcode renderReviewMarkdown} writes. */
export interface ReviewMarkdownOptions {
  /** Characters of the result, at most; {@linkcode MAX_MARKDOWN_LENGTH} by default. */
  readonly maxLength?: number;
}

const LIMITS = { list: 200, files: 500, fileLines: 1000, diffLines: 5000 };
/** Parts of the room left that one section may take, so that none crowds out those behind it. */
const SHARES = { list: 0.5, files: 0.5, diff: 1 };
/** Room kept for what stands around a fence, and for the last line. */
const AROUND = 200;

/**
 * A review as the text of a pull request. All text out of the source stands
 * in code: it can be no link, image, HTML or mention, and end no block that it
 * stands in. What does not fit is counted, and the last line tells where all
 * of it is.
 */
export function renderReviewMarkdown(
  review: Review,
  options: ReviewMarkdownOptions = {},
): string {
  const { maxLength = MAX_MARKDOWN_LENGTH } = options;
  let text = `### Review of ${codeSpan(printable(review.id))}\n\n`;
  let whole = true;
  add(summaryLines(review), "text", 1);
  for (const { title, kind, lines } of reviewSections(review, LIMITS)) {
    if (kind === "list") {
      add(lines, "text", SHARES.list, `**${title}**\n\n`);
    } else {
      const info = kind === "diff" ? "diff" : "text";
      const open = `<details><summary>${title}</summary>\n\n`;
      add(lines, info, SHARES[kind], open, "\n</details>\n");
    }
  }
  return whole
    ? text
    : `${text}More than fits here: see \`skill-sources diff\`.\n`;

  function add(
    lines: readonly string[],
    info: string,
    share: number,
    before = "",
    after = "",
  ): void {
    const room = (maxLength - text.length - AROUND) * share;
    const block = fenced(lines, info, room);
    whole &&= block?.whole === true;
    if (block !== undefined) text += `${before}${block.text}${after}\n`;
  }
}
