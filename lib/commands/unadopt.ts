import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { beginRun } from "../install/begin_run.ts";
import { applySteps } from "../install/apply_steps.ts";
import { findRepository } from "../repository/find_repository.ts";
import {
  makeSnapshotsFolder,
  removeSnapshotsFolder,
  snapshotsFolderStands,
} from "../store/snapshots_folder.ts";
import { planUnadoptWorktree } from "../install/plan_unadopt_worktree.ts";
import { listWorktrees } from "../repository/list_worktrees.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import type { Repository } from "../repository/repository.ts";
import { hasSnapshotsLink } from "../wiring/snapshots_link.ts";
import { planUnadopt, type UnadoptPlan } from "../install/plan_unadopt.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `unadopt`: removes what `setup` made, snapshots, links, locks and ignore
 * lines, and nothing else. The trust list, the lineage and every file that is
 * not ours stay (contract section 6). In a linked worktree only its own links
 * go: all else is its branch's, or the main checkout's.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, ui } = context;
  const find = { noGit: options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  const main = mainCheckoutOf(repository);
  const dryRun = options["dry-run"] === true;
  const standing = snapshotsFolderStands(main.root);

  using early = standing && !dryRun ? await beginRun(main, context) : undefined;
  const recovered = early?.recovered ?? [];
  const adopter = await loadAdopter(context.cwd, find);
  const plan = main === repository
    ? planAll(adopter, standing)
    : planUnadoptWorktree(adopter);
  if (plan.removed.length === 0) {
    return report(adopter, plan, recovered, "Nothing to remove.\n", false);
  }
  const list = plan.removed.map((path) => `  ${path}\n`).join("");
  if (dryRun) return report(adopter, plan, recovered, list, false);
  ui.show(`To be removed:\n${list}`);
  if (!await ui.confirm("Remove all of these?")) {
    return report(adopter, plan, [...recovered, DECLINED], "", false);
  }
  plan.apply();
  const count = plan.removed.length;
  const next = main === repository ? leaveForGood(adopter) : "";
  const text = `Removed ${count} items.\n${next}`;
  return report(adopter, plan, recovered, text, true);
}

/** A trust list without a lock fails `setup --frozen` in every job. */
function leaveForGood({ trustList, repository, locks }: Adopter): string {
  const git = repository.gitDir !== undefined;
  if (trustList !== undefined) {
    return `${trustList.path} stays; delete it too to leave for good${
      git ? ", and commit" : ""
    }.\n`;
  }
  return git && locks.committedBytes !== undefined
    ? "Commit what is gone.\n"
    : "";
}

/** What goes, what is to be said, and how it goes. */
interface Removal extends Pick<UnadoptPlan, "removed" | "findings"> {
  apply(): void;
}

function planAll(adopter: Adopter, standing: boolean): Removal {
  const { root, repository } = adopter;
  const { steps, removed, findings } = planUnadopt(adopter, standing);
  return {
    removed,
    findings: [...findings, ...(standing ? worktreesLeft(repository) : [])],
    apply() {
      makeSnapshotsFolder(root);
      applySteps(root, steps);
      removeSnapshotsFolder(root);
    },
  };
}

/** Linked worktrees whose links will lead nowhere: only `unadopt` there removes them. */
function worktreesLeft(repository: Repository): Finding[] {
  return listWorktrees(repository)
    .filter(({ path, standing }) => standing && isLinked(path, repository.root))
    .map(({ path }) => ({
      rule: "link-dangling",
      level: "warning",
      message:
        `the linked worktree ${path} has links to these snapshots, which lead nowhere without them`,
      fix: `skill-sources unadopt -C ${path}`,
    }));
}

function isLinked(worktree: string, mainRoot: string): boolean {
  try {
    return hasSnapshotsLink(worktree, mainRoot);
  } catch (error) {
    // A worktree that cannot be read keeps nothing here from being removed.
    if (error instanceof HostError) return false;
    throw error;
  }
}

const DECLINED: Finding = {
  rule: "consent-needed",
  level: "error",
  message: "the question was answered with no; nothing was changed",
};

function report(
  adopter: Adopter,
  plan: Removal,
  recovered: readonly Finding[],
  text: string,
  changed: boolean,
): CommandResult {
  return {
    document: {
      removed: changed ? plan.removed : [],
      planned: plan.removed,
      changed,
    },
    findings: [...recovered, ...adopter.locks.findings, ...plan.findings],
    text,
  };
}
