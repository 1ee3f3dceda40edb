import { loadAdopter } from "../adopter/load_adopter.ts";
import type { LintedArchive } from "../lint/lint_archive.ts";
import { lintRepository } from "../lint/lint_repository.ts";
import { changesOfTrust } from "./changes_of_trust.ts";
import { findRepository } from "../repository/find_repository.ts";
import type { Repository } from "../repository/repository.ts";
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
  const archive = context.options["archive"] === true
    ? await archiveLazily(repository)
    : undefined;
  const findings = [
    ...lintRepository(adopter),
    ...since.findings,
    ...archive?.findings ?? [],
  ];
  const errors = findings.some(({ level }) => level === "error");
  return {
    document: {
      ...since.document,
      ...(archive === undefined ? {} : { archive: documentOf(archive) }),
    },
    findings,
    text: [
      ...(archive === undefined ? [] : [sentence(archive)]),
      ...(errors ? [] : ["No faults found.\n"]),
    ].join(""),
  };
}

/** What reads git's objects is loaded only when it is asked for. */
async function archiveLazily(repository: Repository): Promise<LintedArchive> {
  const { lintArchive } = await import("../lint/lint_archive.ts");
  return await lintArchive(repository);
}

function documentOf({ tree, staged, files }: LintedArchive) {
  return { tree, staged, files };
}

function sentence({ tree, staged, files }: LintedArchive): string {
  const which = staged
    ? `the staged tree ${tree}`
    : `HEAD, as nothing else is staged (tree ${tree})`;
  return `The archive of ${which} holds ${files} files.\n`;
}
