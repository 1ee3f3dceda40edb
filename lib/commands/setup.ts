import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { readSuppressions } from "../adopter/read_suppressions.ts";
import { requireMainCheckout } from "../adopter/require_main_checkout.ts";
import type { Finding } from "../base/finding.ts";
import { DEFAULT_JOBS } from "../base/limits.ts";
import { beginRun } from "../install/begin_run.ts";
import { askConsent, askStagedConsent } from "../install/consent.ts";
import { initWorktrees } from "../install/init_worktrees.ts";
import { install, prepareAgain } from "../install/install.ts";
import { prepare } from "../install/prepare.ts";
import type { SetupOptions } from "../install/setup_options.ts";
import { sourcesToFetch } from "../install/sources_to_fetch.ts";
import {
  declinedReport,
  installedReport,
  noTrustListReport,
  plannedReport,
} from "./setup_report.ts";
import { requireSshPermission } from "../git/ssh_permission.ts";
import { refusing } from "../scan/refusing.ts";
import { findRepository } from "../repository/find_repository.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { judgeBranch } from "../upgrade/judge_branch.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { httpClient } from "./http_client.ts";

/**
 * `setup`: brings the checkout to what the trust list wishes and the committed
 * lock says (contract section 6). It reads, plans, asks, fetches what is
 * missing, verifies it, and only then moves it to where agents read.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const options = readOptions(context);
  const repository = findRepository(context.cwd, { noGit: options.noGit });
  requireMainCheckout(repository, "setup");
  // Under --trust-from nothing is pinned for the first time, and what the
  // working tree suppresses must not matter.
  const suppressions = options.trustFrom === undefined
    ? readSuppressions(repository.root)
    : [];

  // Nothing is written before consent, so a first run locks only after it.
  const standing = snapshotsFolderStands(repository.root) && !options.dryRun;
  using early = standing ? await beginRun(repository, context) : undefined;
  const seen = await load(context, options, early?.recovered ?? []);
  if (seen.trustList === undefined) return noTrustListReport(seen);
  const planned = prepare(seen, options);
  if (options.dryRun) {
    const { nearListedNames } = await import("../install/near_new_names.ts");
    const { plan: { sources }, sites } = planned;
    const near = nearListedNames(sources, seen, sites, suppressions);
    return await plannedReport(seen, planned, near);
  }
  requireLinkPermissions();
  requireSshPermission(
    sourcesToFetch(planned.plan).map(({ source }) => source.pin.url),
  );
  if (!await askConsent(planned.plan, context.ui)) {
    return declinedReport(seen, planned);
  }
  if (planned.idle) return await plannedReport(seen, planned);

  using late = early === undefined
    ? await beginRun(repository, context)
    : undefined;
  const adopter = late === undefined
    ? seen
    : await load(context, options, late.recovered);
  const prepared = late === undefined
    ? planned
    : prepareAgain(adopter, options, planned.plan);
  const process = {
    http: () => httpClient(context),
    signal: context.signal,
    env: context.env,
  };
  const installed = await install(adopter, prepared, options, {
    ...process,
    judge: async (item, staged, staging) => {
      if (item.action !== "first-pin") {
        return await judgeBranch(item, staged, {
          ...process,
          adopter,
          staging,
        });
      }
      const { firstPinFindings } = await import(
        "../install/first_pin_findings.ts"
      );
      const { sites } = prepared;
      const found = await firstPinFindings(staged, staging, {
        adopter,
        sites,
        suppressions,
      });
      return context.options.strict === true ? refusing(found) : found;
    },
    consent: (firstPins) => askStagedConsent(firstPins, context.ui),
    progress: (text) => context.ui.progress(text),
  });
  if (installed.declined) return declinedReport(adopter, prepared);
  const report = installedReport(adopter, installed);
  // Worktrees go by lists of their own, which may be anybody's too.
  if (options.trustFrom !== undefined) return report;
  const worktrees = await initWorktrees(repository, {
    frozen: options.frozen,
    signal: context.signal,
  });
  return { ...report, findings: [...report.findings, ...worktrees] };
}

function readOptions(
  { options, arguments: ids }: CommandContext,
): SetupOptions {
  const { jobs, agents, "trust-from": trustFrom } = options;
  return {
    only: ids,
    noGit: options["no-git"] === true,
    dryRun: options["dry-run"] === true,
    frozen: options["frozen"] === true,
    allowUnpinned: options["allow-unpinned"] === true,
    prune: options["no-prune"] !== true,
    jobs: typeof jobs === "number" ? jobs : DEFAULT_JOBS,
    agents: Array.isArray(agents) ? agents : undefined,
    trustFrom: typeof trustFrom === "string" ? trustFrom : undefined,
  };
}

async function load(
  context: CommandContext,
  options: SetupOptions,
  recovered: readonly Finding[],
): Promise<Adopter> {
  const adopter = await loadAdopter(context.cwd, {
    noGit: options.noGit,
    trustFrom: options.trustFrom,
  });
  return { ...adopter, findings: [...recovered, ...adopter.findings] };
}
