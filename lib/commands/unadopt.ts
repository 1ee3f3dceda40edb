import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { requireMainCheckout } from "../adopter/require_main_checkout.ts";
import type { Finding } from "../base/finding.ts";
import { beginRun } from "../install/begin_run.ts";
import { applySteps } from "../install/apply_steps.ts";
import { findRepository } from "../repository/find_repository.ts";
import {
  makeSnapshotsFolder,
  removeSnapshotsFolder,
  snapshotsFolderStands,
} from "../store/snapshots_folder.ts";
import { planUnadopt, type UnadoptPlan } from "../install/plan_unadopt.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `unadopt`: removes what `setup` made, snapshots, links, locks and ignore
 * lines, and nothing else. The trust list, the lineage and every file that is
 * not ours stay (contract section 6).
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, ui } = context;
  const find = { noGit: options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  requireMainCheckout(repository, "unadopt");
  const { root } = repository;
  const dryRun = options["dry-run"] === true;
  const standing = snapshotsFolderStands(root);

  using early = standing && !dryRun
    ? await beginRun(repository, context)
    : undefined;
  const recovered = early?.recovered ?? [];
  const adopter = await loadAdopter(context.cwd, find);
  const plan = planUnadopt(adopter, standing);
  if (plan.removed.length === 0) {
    return report(adopter, plan, recovered, "Nothing to remove.\n", false);
  }
  const list = plan.removed.map((path) => `  ${path}\n`).join("");
  if (dryRun) return report(adopter, plan, recovered, list, false);
  ui.show(`To be removed:\n${list}`);
  if (!await ui.confirm("Remove all of these?")) {
    return report(adopter, plan, [...recovered, DECLINED], "", false);
  }
  makeSnapshotsFolder(root);
  applySteps(root, plan.steps);
  removeSnapshotsFolder(root);
  const count = plan.removed.length;
  return report(adopter, plan, recovered, `Removed ${count} items.\n`, true);
}

const DECLINED: Finding = {
  rule: "consent-needed",
  level: "error",
  message: "the question was answered with no; nothing was changed",
};

function report(
  adopter: Adopter,
  plan: UnadoptPlan,
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
