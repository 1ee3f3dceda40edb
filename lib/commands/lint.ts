import { resolve } from "node:path";
import { loadAdopter } from "../adopter/load_adopter.ts";
import type { LintedArchive } from "../lint/lint_archive.ts";
import { UsageError } from "../base/errors.ts";
import { printable } from "../report/printable.ts";
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
  const { source } = context.options;
  if (typeof source === "string") return await lintTree(source, context);
  const find = { noGit: context.options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  snapshotsFolderStands(mainCheckoutOf(repository).root);
  const adopter = await loadAdopter(context.cwd, find);
  const since = await changesOfTrust(adopter, context);
  const archive = context.options["archive"] === true
    ? await archiveLazily(repository)
    : undefined;
  const findings = [
    // First, as some readers of reports show only the first few.
    ...since.findings,
    ...lintRepository(adopter),
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

/** An author's tree: no adopter is looked at, so nothing else can be asked for. */
async function lintTree(
  source: string,
  { cwd, options }: CommandContext,
): Promise<CommandResult> {
  for (const other of ["archive", "since"]) {
    if (options[other] === undefined) continue;
    throw new UsageError(
      "usage",
      `\`--source\` looks at a source's tree and \`--${other}\` at an adopter: run lint once for each.`,
    );
  }
  const folder = realFolder(resolve(cwd, source));
  if (folder === undefined) {
    throw new UsageError(
      "usage",
      `${printable(source)} is no folder: give the root of the source's tree.`,
    );
  }
  const { lintSource } = await import("../lint/lint_source.ts");
  const { layout, skills, findings } = await lintSource(folder);
  return {
    document: {
      skills,
      ...(layout === undefined ? {} : {
        layout: {
          skills_root: layout.skillsRoot,
          evals_root: layout.evalsRoot,
        },
      }),
    },
    findings,
    text: skills.length === 0
      ? ""
      : `${skills.length} skills that adopters can link: ${
        skills.join(", ")
      }\n`,
  };
}

function realFolder(path: string): string | undefined {
  try {
    const real = Deno.realPathSync(path);
    return Deno.statSync(real).isDirectory ? real : undefined;
  } catch {
    return undefined;
  }
}
