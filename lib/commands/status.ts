import { loadAdopter } from "../adopter/load_adopter.ts";
import type { Finding } from "../base/finding.ts";
import type { CheckedSource } from "../health/check_source.ts";
import { examine } from "../health/examine.ts";
import { requireKnownIds } from "../install/prepare.ts";
import { printable } from "../report/printable.ts";
import { table } from "../report/table.ts";
import { findRepository } from "../repository/find_repository.ts";
import { mainCheckoutOf } from "../repository/main_checkout_of.ts";
import { SNAPSHOTS } from "../store/paths.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import type { CommandContext, CommandResult } from "./command.ts";
import { newerOf } from "./newer_of.ts";
import { noTrustListNote } from "./no_trust_list_note.ts";
import { pinDocument, shortAnchor } from "./pin_document.ts";

/** The states of contract section 6, as `status` prints them. */
type StatusWord =
  | "ok"
  | "not fetched"
  | "drift"
  | "tampered"
  | "pin changed"
  | "not pinned"
  | "refused";

/**
 * `status`: one line a source, from the locks and the listings. A checkout in
 * which nothing was fetched yet is no fault here; what `verify` would call
 * wrong with a fetched source is.
 */
export async function run(context: CommandContext): Promise<CommandResult> {
  const { options, arguments: only } = context;
  const find = { noGit: options["no-git"] === true };
  const repository = findRepository(context.cwd, find);
  snapshotsFolderStands(mainCheckoutOf(repository).root);
  const adopter = await loadAdopter(context.cwd, find);
  requireKnownIds(adopter, only);
  const { sources, findings } = examine(adopter, { quick: true, only });
  const remote = options["outdated"] === true
    ? await askLazily(sources, context)
    : undefined;
  const lines = sources.map((item) => ({
    item,
    word: wordOf(item),
    skills: (item.inventory?.usable ?? []).map(({ name }) => name),
  }));
  const rows = lines.map(({ item: { source, local }, word, skills }) => [
    source.id,
    source.pin.ref,
    shortAnchor(source.pin, local?.fetchedCommit),
    word,
    ...(remote === undefined
      ? []
      : [printable(remote.newer.get(source.id) ?? "")]),
    skills.join(", "),
  ]);
  const refused = adopter.trust.refused
    .filter(({ id }) => only.length === 0 || only.includes(id));
  const blank = remote === undefined ? [""] : ["", ""];
  for (const { id } of refused) rows.push([id, "", "", "refused", ...blank]);
  const absent = adopter.trustList === undefined ? [noTrustListNote()] : [];
  return {
    document: {
      sources: [
        ...lines.map(({ item: { source, local }, word, skills }) => ({
          id: source.id,
          ...pinDocument(source.pin),
          ...(local?.fetchedCommit === undefined
            ? {}
            : { fetched_commit: local.fetchedCommit }),
          state: word,
          ...newerOf(remote, source.id),
          skills,
        })),
        ...refused.map(({ id }) => ({ id, state: "refused", skills: [] })),
      ],
    },
    findings: [
      ...absent,
      ...findings.map(notFetched),
      ...remote?.findings ?? [],
    ],
    text: rows.length === 0 ? "No trusted sources.\n" : table(rows),
  };
}

/** What asks servers is loaded only when they are asked; archives have no list of releases. */
async function askLazily(
  sources: readonly CheckedSource[],
  context: CommandContext,
) {
  const { askSources } = await import("./ask_sources.ts");
  const how = { archives: false };
  return await askSources(sources, "status --outdated", how, context);
}

function wordOf({ block, state, pinChanged }: CheckedSource): StatusWord {
  if (block === undefined) return "not pinned";
  if (pinChanged) return "pin changed";
  switch (state) {
    case "missing":
      return "not fetched";
    case "intact":
      return "ok";
    case "edited":
      return "tampered";
    case "outdated":
    case "unverified":
      return "drift";
  }
}

/**
 * A fresh clone is no fault, nor is a fresh linked worktree: what is not
 * fetched, or not linked to the main checkout yet, is a note here.
 */
function notFetched(finding: Finding): Finding {
  const fresh = finding.rule === "snapshot-missing" ||
    finding.rule === "link-missing" && finding.path === SNAPSHOTS;
  return fresh ? { ...finding, level: "note" } : finding;
}
