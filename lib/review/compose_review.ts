import { changedPaths } from "./changed_paths.ts";
import { changelogHeads } from "./changelog_heads.ts";
import { fileDeltas } from "./file_deltas.ts";
import { incompleteFindings } from "./incomplete_findings.ts";
import type {
  ComposeOptions,
  Contents,
  FileDelta,
  Review,
  ReviewSide,
} from "./model.ts";
import { newFindings } from "./new_findings.ts";
import { candidateHosts, newHosts } from "./new_hosts.ts";
import { pinChanges } from "./pin_changes.ts";
import { skillDeltas } from "./skill_deltas.ts";

/**
 * What changed between two versions of the source `id` (contract section 6,
 * `upgrade`): description only, no judgement. Without an old side everything
 * is new. Equal input gives an equal review.
 *
 * @param contents of the paths that `changedPaths` names, on each side where
 * they stand; one that is missing makes the review say that it is incomplete
 */
export function composeReview(
  id: string,
  old: ReviewSide | undefined,
  next: ReviewSide,
  contents: { readonly old: Contents; readonly next: Contents },
  options: ComposeOptions = {},
): Review {
  const paths = changedPaths(old, next);
  const { deltas, patch } = fileDeltas(old, next, paths, contents);
  const patchOmitted = deltas.filter(({ content }) => content === "omitted")
    .map(({ path }) => path);
  const added = deltas.filter(({ from }) => from === undefined);
  const removed = deltas.filter(({ to }) => to === undefined);
  const changed = deltas.filter(({ from, to }) => from && to);
  const unshown = [...options.arrived ?? []]
    .filter(([, { unchanged }]) => unchanged);
  const scanned = newFindings(id, deltas, contents, options);
  return {
    id,
    pin: {
      ...(old === undefined ? {} : { from: old.pin }),
      to: next.pin,
      ...(old?.commit === undefined ? {} : { fromCommit: old.commit }),
      ...(next.commit === undefined ? {} : { toCommit: next.commit }),
      changes: pinChanges(old, next),
    },
    signer: {
      ...(old?.signer === undefined ? {} : { from: old.signer }),
      ...(next.signer === undefined ? {} : { to: next.signer }),
      changed: old !== undefined && old.signer !== next.signer,
    },
    content: {
      ...(old?.content === undefined ? {} : { from: old.content }),
      ...(next.content === undefined ? {} : { to: next.content }),
    },
    skills: skillDeltas(old, next, paths, contents),
    files: {
      added,
      removed,
      changed,
      unchanged: next.listing.length - added.length - changed.length,
    },
    changelogs: changelogHeads(deltas),
    executables: [
      ...deltas.filter(becameExecutable).map(({ path }) => path),
      ...unshown.filter(([, { mode }]) => mode === "100755")
        .map(([path]) => path),
    ],
    ...newHosts(candidateHosts(paths, contents), options.knownHosts),
    findings: [
      ...incompleteFindings(id, {
        omitted: patchOmitted,
        unscanned: scanned.unscanned,
        unshown: unshown.map(([path]) => path),
      }),
      ...scanned.findings,
    ],
    patch,
    patchOmitted,
    totals: {
      linesAdded: sum(deltas.map(({ linesAdded }) => linesAdded)),
      linesRemoved: sum(deltas.map(({ linesRemoved }) => linesRemoved)),
      bytesFrom: sum((old?.listing ?? []).map(({ size }) => size)),
      bytesTo: sum(next.listing.map(({ size }) => size)),
    },
  };
}

function becameExecutable({ from, to }: FileDelta): boolean {
  return to?.mode === "100755" && from?.mode !== "100755";
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
