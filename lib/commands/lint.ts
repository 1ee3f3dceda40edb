import { loadAdopter } from "../adopter/load_adopter.ts";
import { lintRepository } from "../lint/lint_repository.ts";
import { changesOfTrust } from "./changes_of_trust.ts";
import { findRepository } from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import type { CommandContext, CommandResult } from "./command.ts";

/**
 * `lint`: what can be said without one snapshot (contract section 6), for CI
 * jobs and pre-commit hooks. No network, no write.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const find = { noGit: context.options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  snapshotsFolderStands(mainCheckoutOf(repository).root);
  const adopter = await loadAdopter(context.cwd, find);
  const since = await changesOfTrust(adopter, context);
  const findings = [...lintRepository(adopter), ...since.findings];
  const errors = findings.some(({ level }) => level === "error");
  return {
    document: since.document,
    findings,
    text: errors ? "" : "No faults found.\n",
  };
}
