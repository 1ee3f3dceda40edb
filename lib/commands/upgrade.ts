import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { readSuppressions } from "../adopter/read_suppressions.ts";
import { requireMainCheckout } from "../adopter/require_main_checkout.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { beginRun } from "../install/begin_run.ts";
import { initWorktrees } from "../install/init_worktrees.ts";
import type { SourceFacts } from "../install/plan_setup.ts";
import { prepare, requireKnownIds } from "../install/prepare.ts";
import { renderReviewMarkdown } from "../review/render_review_markdown.ts";
import { renderReviewText } from "../review/render_review_text.ts";
import { findRepository } from "../repository/find_repository.ts";
import type { Review } from "../review/model.ts";
import { upgrade } from "../upgrade/upgrade.ts";
import { UPGRADE_AS_SETUP } from "../upgrade/upgrade_as_setup.ts";
import type { Allowance, UpgradeOptions } from "../upgrade/upgrade_options.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";
import { refusedFindings } from "./setup_report.ts";
import { nothingChosenReport, upgradedReport } from "./upgrade_report.ts";

/**
 * `upgrade`: moves sources to what the trust list now says, or to what their
 * servers say with `--to` and `--latest`, after showing what that changes
 * (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const options = readOptions(context);
  const find = { noGit: context.options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  requireMainCheckout(repository, "upgrade");
  const first = await loadAdopter(context.cwd, find);
  const suppressions = readSuppressions(repository.root);
  requireKnownIds(first, [...options.only, ...options.to.keys()]);
  if (first.locks.committed === undefined) return notSetUp(first, options);
  requireLinkPermissions();
  requireSshPermission(chosenSources(first, options).map(({ pin }) => pin.url));
  if (!await askFirst(first, options, context)) {
    return nothingChosenReport(first, [declined()]);
  }

  using held = await beginRun(repository, context);
  const loaded = await loadAdopter(context.cwd, find);
  const adopter: Adopter = {
    ...loaded,
    findings: [...held.recovered, ...loaded.findings],
  };
  const prepared = prepare(adopter, UPGRADE_AS_SETUP);
  const { chosen, findings } = choose(
    adopter,
    prepared.survey.facts,
    options,
  );
  const markdown = context.options.format === "md";
  const upgraded = await upgrade(adopter, prepared, chosen, options, {
    http: await httpClient(context),
    signal: context.signal,
    env: context.env,
    progress: (text) => context.ui.progress(text),
    suppressions,
    consent: async (reviews, { moving, replacing }) => {
      show(reviews, markdown, context);
      const asked = [
        ...moving.length === 0 ? [] : [`Move ${moving.join(", ")}?`],
        ...replacing.map((id) => `Replace the edited snapshot ${id}?`),
      ];
      const told = reviews.flatMap(({ findings }) => findings);
      return asked.length === 0 ||
        await context.ui.confirm(asked.join(" "), told);
    },
  });
  const worktrees = upgraded.installed.declined
    ? []
    : await initWorktrees(repository, {
      frozen: false,
      signal: context.signal,
    });
  return upgradedReport(adopter, upgraded, {
    findings: [...findings, ...worktrees],
    silent: markdown,
  });
}

function readOptions(
  { options, arguments: only }: CommandContext,
): UpgradeOptions {
  const allowances: readonly Allowance[] = [
    "allow-older",
    "allow-history-change",
    "allow-signer-change",
    "allow-url-change",
  ];
  return {
    only,
    to: readTargets(Array.isArray(options.to) ? options.to : []),
    latest: options.latest === true,
    allowMajor: options["allow-major"] === true,
    write: options.write === true,
    allowed: new Set(allowances.filter((name) => options[name] === true)),
    strict: options.strict === true,
  };
}

function readTargets(items: readonly string[]): Map<string, string> {
  const targets = new Map<string, string>();
  for (const item of items) {
    const cut = item.indexOf("=");
    const [id, ref] = [item.slice(0, cut), item.slice(cut + 1)];
    if (cut <= 0 || ref === "") {
      throw new UsageError(
        "usage",
        `\`--to\` takes <id>=<ref>, such as --to acme=v2.0.0, not ${item}`,
      );
    }
    if (targets.has(id) && targets.get(id) !== ref) {
      throw new UsageError("usage", `\`--to\` names ${id} twice`);
    }
    targets.set(id, ref);
  }
  return targets;
}

/** Asked before any network use: who nobody can ask must have said `--yes`. */
async function askFirst(
  adopter: Adopter,
  options: UpgradeOptions,
  { ui }: CommandContext,
): Promise<boolean> {
  const ids = chosenSources(adopter, options).map(({ id }) => id);
  if (ids.length === 0) return true;
  return await ui.confirm(`Ask the servers of ${ids.join(", ")}?`);
}

/** Without ids, `--to` alone chooses what it names. */
function isChosen(id: string, { only, to, latest }: UpgradeOptions): boolean {
  if (only.includes(id) || to.has(id)) return true;
  return only.length === 0 && (to.size === 0 || latest);
}

function chosenSources({ trust }: Adopter, options: UpgradeOptions) {
  return trust.sources.filter(({ id }) => isChosen(id, options));
}

/** What is not locked yet has nothing to move from: that is `setup`'s. */
function choose(
  adopter: Adopter,
  facts: readonly SourceFacts[],
  options: UpgradeOptions,
): { chosen: SourceFacts[]; findings: Finding[] } {
  const wanted = facts.filter(({ source }) => isChosen(source.id, options));
  const named = (id: string) => options.only.includes(id) || options.to.has(id);
  const findings = wanted.filter(({ block }) => block === undefined)
    .map(({ source }): Finding => ({
      rule: "pin-missing",
      level: named(source.id) ? "error" : "note",
      source: source.id,
      path: source.vouched.file,
      line: source.vouched.line,
      message: `${source.id} is not installed yet, so there is nothing to move`,
      fix: `skill-sources setup ${source.id}`,
    }));
  const refused = refusedFindings(adopter).filter(({ source }) =>
    options.only.length === 0 || options.only.includes(source ?? "")
  );
  return {
    chosen: wanted.filter(({ block }) => block !== undefined),
    findings: [...refused, ...findings],
  };
}

function show(
  reviews: readonly Review[],
  markdown: boolean,
  { ui }: CommandContext,
): void {
  if (reviews.length === 0) return;
  const render = markdown ? renderReviewMarkdown : renderReviewText;
  ui.show(reviews.map((review) => render(review)).join("\n"));
}

function notSetUp(adopter: Adopter, options: UpgradeOptions): CommandResult {
  if (adopter.trustList === undefined) {
    return nothingChosenReport(adopter, [noTrustListNote()]);
  }
  const facts = adopter.trust.sources.map((source): SourceFacts => ({
    source,
    block: undefined,
    snapshot: "missing",
  }));
  return nothingChosenReport(adopter, choose(adopter, facts, options).findings);
}

function declined(): Finding {
  return {
    rule: "consent-needed",
    level: "error",
    message: "the question was answered with no; nothing was changed",
  };
}
