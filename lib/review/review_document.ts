import type { FileDelta, FileState, NewHost, Review } from "./model.ts";

/**
 * A review as `--json` shows it. `patch` is what `git apply` takes, exactly;
 * it gives the new tree when `patch_omitted` is empty. `blob` is the id of a
 * content in git's SHA-256 object format.
 */
export function reviewDocument(review: Review): Record<string, unknown> {
  const { id, pin, signer, content, skills, files, totals } = review;
  return {
    id,
    pin: {
      from: pin.from ?? null,
      to: pin.to,
      from_commit: pin.fromCommit ?? null,
      to_commit: pin.toCommit ?? null,
      changes: pin.changes,
    },
    signer: {
      from: signer.from ?? null,
      to: signer.to ?? null,
      changed: signer.changed,
    },
    content: { from: content.from ?? null, to: content.to ?? null },
    skills,
    files: {
      added: files.added.map(fileDocument),
      removed: files.removed.map(fileDocument),
      changed: files.changed.map(fileDocument),
      unchanged: files.unchanged,
    },
    changelogs: review.changelogs,
    executables: review.executables,
    hosts: review.hosts.map(hostDocument),
    hosts_left_out: review.hostsLeftOut,
    findings: review.findings,
    patch: review.patch,
    patch_omitted: review.patchOmitted,
    totals: {
      lines_added: totals.linesAdded,
      lines_removed: totals.linesRemoved,
      bytes_from: totals.bytesFrom,
      bytes_to: totals.bytesTo,
    },
  };
}

function fileDocument(delta: FileDelta): Record<string, unknown> {
  const { path, skill, from, to, content, linesAdded, linesRemoved } = delta;
  return {
    path,
    ...(skill === undefined ? {} : { skill }),
    from: stateDocument(from),
    to: stateDocument(to),
    content,
    lines_added: linesAdded,
    lines_removed: linesRemoved,
  };
}

function stateDocument(state: FileState | undefined) {
  if (state === undefined) return null;
  return { mode: state.mode, size: state.size, blob: state.id };
}

function hostDocument({ host, unicode, path }: NewHost) {
  return { host, ...(unicode === undefined ? {} : { unicode }), path };
}
