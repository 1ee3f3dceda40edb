import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { type Examination, examine } from "../health/examine.ts";
import type { RemoteChecks } from "../health/check_remotes.ts";
import { beginRun } from "../install/begin_run.ts";
import { applySteps } from "../install/apply_steps.ts";
import { composeSteps } from "../install/compose_steps.ts";
import { initWorktree } from "../install/init_worktree.ts";
import { requireKnownIds } from "../install/prepare.ts";
import { findRepository } from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import { changesOfTrust } from "./changes_of_trust.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { newerOf } from "./newer_of.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";
import { pinDocument } from "./pin_document.ts";

/**
 * `verify`: the read-only health check (contract section 6): trust list, locks,
 * bytes, links, ignore effect, pointers and suites, each against the other. No
 * network but for `--remote`; no write but what `--fix` mends.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, arguments: only } = context;
  const find = { noGit: options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  const main = mainCheckoutOf(repository);
  snapshotsFolderStands(main.root);
  const look = async () => {
    const adopter = await loadAdopter(context.cwd, find);
    requireKnownIds(adopter, only);
    const quick = options["quick"] === true;
    return { adopter, seen: examine(adopter, { quick, only }) };
  };
  let { adopter, seen } = await look();
  if (options["fix"] === true && seen.mendable !== undefined) {
    requireLinkPermissions();
    using _run = await beginRun(main, context);
    ({ adopter, seen } = await look());
    if (main === repository) mend(adopter, seen);
    else await initWorktree(repository, { quick: false, frozen: false });
    ({ adopter, seen } = await look());
  }
  const remote = options["remote"] === true
    ? await askLazily(seen, context)
    : undefined;
  const verified = report(adopter, seen, remote);
  const since = await changesOfTrust(adopter, context);
  return {
    ...verified,
    document: { ...verified.document, ...since.document },
    // First, as some readers of reports show only the first few.
    findings: [...since.findings, ...verified.findings],
  };
}

/** What asks servers is loaded only when they are asked. */
async function askLazily({ sources }: Examination, context: CommandContext) {
  const { askSources } = await import("./ask_sources.ts");
  return await askSources(
    sources,
    "verify --remote",
    { archives: true },
    context,
  );
}

/** Makes, rewrites and removes links of ours and appends ignore lines. */
function mend({ root }: Adopter, { mendable }: Examination): void {
  if (mendable === undefined) return;
  const steps = composeSteps({
    staging: "",
    staged: [],
    prune: [],
    links: mendable.links,
    gitignore: mendable.gitignore,
    committed: undefined,
    local: undefined,
  });
  applySteps(root, steps);
}

function report(
  adopter: Adopter,
  seen: Examination,
  remote: RemoteChecks | undefined,
): CommandResult {
  const { sources } = seen;
  const findings = [...seen.findings, ...remote?.findings ?? []];
  const absent = adopter.trustList === undefined ? [noTrustListNote()] : [];
  const errors = findings.filter(({ level }) => level === "error").length;
  const files = sources.filter(({ state }) => state === "intact").length;
  return {
    document: {
      sources: sources.map(({ source, block, state, inventory }) => ({
        id: source.id,
        organization: source.organization,
        ...pinDocument(source.pin),
        state,
        ...(block?.content === undefined ? {} : { content: block.content }),
        ...newerOf(remote, source.id),
        skills: (inventory?.usable ?? []).map(({ name }) => name),
      })),
    },
    findings: [...absent, ...findings],
    text: errors === 0 ? `${files} of ${sources.length} sources intact.\n` : "",
  };
}
