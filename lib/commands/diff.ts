import { loadAdopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { prepare, requireKnownIds } from "../install/prepare.ts";
import { renderReviewMarkdown } from "../review/render_review_markdown.ts";
import { renderReviewText } from "../review/render_review_text.ts";
import { reviewDocument } from "../review/review_document.ts";
import { diffSource } from "../upgrade/diff_source.ts";
import { UPGRADE_AS_SETUP } from "../upgrade/upgrade_as_setup.ts";
import type { CommandContext, CommandResult, OptionValue } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { refusedFindings } from "./setup_report.ts";

/**
 * `diff`: the review that `upgrade` would show, also between two refs that
 * were never installed; it changes nothing (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options } = context;
  const id = context.arguments[0]!;
  const adopter = await loadAdopter(context.cwd, {
    noGit: options["no-git"] === true,
  });
  requireKnownIds(adopter, [id]);
  const { survey, sites } = prepare(adopter, UPGRADE_AS_SETUP);
  const facts = survey.facts.find(({ source }) => source.id === id);
  if (facts === undefined) {
    const findings = refusedFindings(adopter)
      .filter(({ source }) => source === id);
    return { document: { id }, findings, text: "" };
  }
  requireSshPermission([facts.source.pin.url]);
  const { from } = options;
  const { review, findings } = await diffSource(facts, {
    from: typeof from === "string" ? from : undefined,
    to: readTarget(options.to),
    latest: options.latest === true,
    allowMajor: options["allow-major"] === true,
  }, {
    adopter,
    prefix: sites.prefix,
    http: await httpClient(context),
    signal: context.signal,
    env: context.env,
  });
  const { findings: found, ...document } = reviewDocument(review);
  return {
    document,
    findings: [
      ...adopter.findings.filter(({ source }) => source === id),
      ...findings,
      ...found as readonly Finding[],
    ],
    text: options.format === "md"
      ? renderReviewMarkdown(review)
      : renderReviewText(review),
  };
}

/** `upgrade` takes several targets, and an option is of one kind everywhere. */
function readTarget(value: OptionValue): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length === 1) return value[0];
  throw new UsageError("usage", "`--to` of `diff` takes one ref.");
}
