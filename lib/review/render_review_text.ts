import { printable } from "../report/printable.ts";
import type { Review } from "./model.ts";
import { reviewSections, summaryLines } from "./review_sections.ts";

/** What {@linkcode renderReviewText} leaves out. */
export interface ReviewTextOptions {
  /** Leaves the unified diff out. */
  readonly withoutDiff?: boolean;
}

const LIMITS = { list: 200, files: 2000, fileLines: 2000, diffLines: 50_000 };

/**
 * A review for a terminal or a pager, without colour: what decides first, the
 * diff last. Source text is escaped, tabs are shown as arrows, and nothing
 * that is left out is left out in silence.
 */
export function renderReviewText(
  review: Review,
  options: ReviewTextOptions = {},
): string {
  let text = `${printable(review.id)}\n`;
  for (const line of summaryLines(review)) text += `  ${line}\n`;
  for (const { title, kind, lines } of reviewSections(review, LIMITS)) {
    if (kind === "diff" && options.withoutDiff === true) continue;
    // A patch is indented by nothing, so that its signs are where one looks.
    const indent = kind === "diff" ? "" : "  ";
    text += `\n${title}\n`;
    for (const line of lines) {
      text += `${indent}${line.replaceAll("\t", "→   ")}\n`;
    }
  }
  return text;
}
