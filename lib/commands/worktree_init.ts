import { type Adopter, loadAdopter } from "../adopter/load_adopter.ts";
import { UsageError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { beginRun } from "../install/begin_run.ts";
import {
  initWorktree,
  type WorktreeOutcome,
} from "../install/init_worktree.ts";
import { findRepository } from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import type { Repository } from "../repository/repository.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import { requireLinkPermissions } from "../wiring/require_link_permissions.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";

/**
 * `worktree-init`: lets a linked worktree use what the main checkout has
 * fetched (contract section 6). It asks nothing, as it only restores what the
 * worktree's own lock says.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const find = { noGit: context.options["no-git"] === true };
  const worktree = findRepository(context.cwd, find);
  requireLinkedWorktree(worktree);
  const main = mainCheckoutOf(worktree);
  if (!snapshotsFolderStands(main.root)) {
    return nothingFetched(main, await loadAdopter(worktree.root, {}));
  }
  requireLinkPermissions();
  using began = await beginRun(main, context);
  const outcome = await initWorktree(worktree, { quick: false, frozen: false });
  return report(main, outcome, began.recovered);
}

function requireLinkedWorktree({ kind, root, bareMain }: Repository): void {
  if (kind === "linked-worktree") return;
  throw new UsageError(
    "usage",
    kind === "no-git"
      ? "worktree-init needs git, which says where the main checkout stands; leave --no-git out"
      : `${root} is ${
        bareMain
          ? "the worktree of a bare repository and so a checkout of its own"
          : "a main checkout"
      }, not a linked worktree; run skill-sources setup here`,
    kind === "no-git" ? {} : { fix: "skill-sources setup" },
  );
}

function nothingFetched(main: Repository, adopter: Adopter): CommandResult {
  const fix = `skill-sources setup -C ${main.root}`;
  const { trustList, findings } = adopter;
  return {
    document: { main: main.root, sources: [], changed: false },
    findings: [
      ...findings,
      trustList === undefined ? noTrustListNote() : {
        rule: "snapshot-missing",
        level: "error",
        message:
          `the main checkout ${main.root} has fetched nothing yet, so there is nothing to link: run ${fix}`,
        fix,
      },
    ],
    text: trustList === undefined ? "No trusted sources.\n" : "",
  };
}

function report(
  main: Repository,
  outcome: WorktreeOutcome,
  recovered: readonly Finding[],
): CommandResult {
  const { sources, created, rewritten, removed, ignoreLines } = outcome;
  const done = [
    ...created.map((path) => `made     ${path}`),
    ...rewritten.map((path) => `changed  ${path}`),
    ...removed.map((path) => `removed  ${path}`),
    ...ignoreLines.map((line) => `ignored  ${line}`),
  ];
  const linked = sources.filter(({ action }) => action === "link");
  const absent = outcome.trusted ? [] : [noTrustListNote()];
  return {
    document: {
      main: main.root,
      sources: sources.map(({ source, action }) => ({
        id: source.id,
        outcome: OUTCOMES[action],
      })),
      links: { created, rewritten, removed },
      ignore_lines: ignoreLines,
      changed: done.length > 0,
    },
    findings: [...recovered, ...absent, ...outcome.findings],
    text: `${done.map((line) => `${line}\n`).join("")}${
      outcome.trusted
        ? `${linked.length} of ${sources.length} sources linked.${
          done.length === 0 ? " Nothing changed." : ""
        }`
        : "No trusted sources."
    }\n`,
  };
}

const OUTCOMES = {
  link: "linked",
  hold: "left",
  unlink: "not-linked",
} as const;
