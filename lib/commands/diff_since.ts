import type { Finding } from "../base/finding.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import { trustSince } from "../lint/trust_since.ts";
import {
  NO_CHANGES,
  renderChangesMarkdown,
} from "../review/render_changes_markdown.ts";
import { renderReviewText } from "../review/render_review_text.ts";
import { reviewDocument } from "../review/review_document.ts";
import type { DiffContext } from "../upgrade/diff_source.ts";
import { reviewsSince } from "../upgrade/reviews_since.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { refusedFindings } from "./setup_report.ts";

/**
 * `diff --since`: every change of trust, and the review of each source that is
 * trusted in another way than as of `revision`, or of `id` alone.
 *
 * @param whole what a comparison needs of the run, once something is to be compared
 */
export async function diffSince(
  revision: string,
  id: string | undefined,
  facts: readonly SourceFacts[],
  whole: () => Promise<DiffContext>,
  options: CommandContext["options"],
): Promise<CommandResult> {
  const context = await whole();
  const { adopter } = context;
  const chosen = (source: string | undefined) =>
    id === undefined || source === id;
  const since = await trustSince(adopter, revision);
  const changes = since.findings.filter(({ source }) => chosen(source));
  const changed = facts.filter(({ source }) =>
    since.changed.includes(source.id) && chosen(source.id)
  );
  const { sources, lock, commit } = since;
  const { reviews, findings } = await reviewsSince(
    changed,
    { revision, sources, lock },
    context,
  );
  const about = new Set(changes.map(({ source }) => source));
  const documents = reviews.map(reviewDocument);
  return {
    document: { since: { revision, commit }, reviews: documents },
    findings: [
      ...changes,
      ...[...adopter.findings, ...refusedFindings(adopter)]
        .filter(({ source }) => source !== undefined && about.has(source)),
      ...findings,
      ...reviews.flatMap((review) => review.findings),
    ] satisfies Finding[],
    text: options.format === "md"
      ? renderChangesMarkdown(changes, reviews)
      : changes.length === 0
      ? NO_CHANGES
      : reviews.map((review) => renderReviewText(review)).join("\n"),
  };
}
