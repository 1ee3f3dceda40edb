import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { prepare, requireKnownIds } from "../install/prepare.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import { renderReviewMarkdown } from "../review/render_review_markdown.ts";
import { renderReviewText } from "../review/render_review_text.ts";
import { reviewDocument } from "../review/review_document.ts";
import type { DiffContext } from "../upgrade/diff_source.ts";
import { diffSource } from "../upgrade/diff_source.ts";
import { UPGRADE_AS_SETUP } from "../upgrade/upgrade_as_setup.ts";
import type { CommandContext, CommandResult, OptionValue } from "./command.ts";
import { diffSince } from "./diff_since.ts";
import { httpClient } from "./http_client.ts";
import { refusedFindings } from "./setup_report.ts";

/**
 * `diff`: the review that `upgrade` would show, also between two refs that
 * were never installed, or of all that changed since a revision; it changes
 * nothing (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options } = context;
  const id = context.arguments[0];
  requireOneQuestion(id, options);
  const adopter = await loadAdopter(context.cwd, {
    noGit: options["no-git"] === true,
  });
  requireKnownIds(adopter, id === undefined ? [] : [id]);
  const { survey, sites } = prepare(adopter, UPGRADE_AS_SETUP);
  const whole = async (): Promise<DiffContext> => ({
    adopter,
    prefix: sites.prefix,
    http: await httpClient(context),
    signal: context.signal,
    env: context.env,
  });
  if (typeof options.since === "string") {
    return await diffSince(options.since, id, survey.facts, whole, options);
  }
  const facts = survey.facts.find(({ source }) => source.id === id);
  return facts === undefined
    ? refused(adopter, id!)
    : await diffOne(facts, options, adopter, whole);
}

/** One source, or what changed since a revision, and of that nothing but the trust list's side. */
function requireOneQuestion(
  id: string | undefined,
  options: CommandContext["options"],
): void {
  if (options.since === undefined) {
    if (id !== undefined) return;
    throw new UsageError(
      "usage",
      "diff takes the id of a source, or --since with a revision.",
    );
  }
  for (const other of ["from", "to", "latest"]) {
    if (options[other] === undefined) continue;
    throw new UsageError(
      "usage",
      `\`--since\` compares with what the trust list says and cannot stand beside \`--${other}\`.`,
    );
  }
}

async function diffOne(
  facts: SourceFacts,
  options: CommandContext["options"],
  adopter: Adopter,
  whole: () => Promise<DiffContext>,
): Promise<CommandResult> {
  const { id, pin } = facts.source;
  requireSshPermission([pin.url]);
  const { from } = options;
  const { review, findings } = await diffSource(facts, {
    from: typeof from === "string" ? from : undefined,
    to: readTarget(options.to),
    latest: options.latest === true,
    allowMajor: options["allow-major"] === true,
  }, await whole());
  const { findings: found, ...document } = reviewDocument(review);
  return {
    document,
    findings: [
      ...adopter.findings.filter(({ source }) => source === id),
      ...(facts.block === undefined && from === undefined
        ? [neverLocked(facts)]
        : []),
      ...findings,
      ...found as readonly Finding[],
    ],
    text: options.format === "md"
      ? renderReviewMarkdown(review)
      : renderReviewText(review),
  };
}

function refused(adopter: Adopter, id: string): CommandResult {
  const findings = refusedFindings(adopter)
    .filter(({ source }) => source === id);
  return { document: { id }, findings, text: "" };
}

function neverLocked({ source: { id, vouched } }: SourceFacts): Finding {
  return {
    rule: "pin-missing",
    level: "note",
    source: id,
    path: vouched.file,
    line: vouched.line,
    message:
      `${id} is not in the committed lock, so that all of it is shown as new`,
  };
}

/** `upgrade` takes several targets, and an option is of one kind everywhere. */
function readTarget(value: OptionValue): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length === 1) return value[0];
  throw new UsageError("usage", "`--to` of `diff` takes one ref.");
}
