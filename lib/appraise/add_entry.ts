import type { Adopter } from "../adopter/load_adopter.ts";
import { requireMainCheckout } from "../adopter/require_main_checkout.ts";
import { HostError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { MAX_LAYER_FILE_BYTES } from "../base/limits.ts";
import { beginRun } from "../install/begin_run.ts";
import type { Ui } from "../report/ui.ts";
import { readRegular } from "../repository/read_regular.ts";
import { folderState } from "../repository/real_folder.ts";
import { atomicWrite, fingerprint } from "../store/atomic_write.ts";
import { TRUST_LIST_PATHS, type TrustListPath } from "../store/paths.ts";
import { takeRunLock } from "../store/run_lock.ts";
import { removeUnusedSnapshotsFolder } from "../store/snapshots_folder.ts";

/** Where an entry is added: the trust list that stands, or where a new one belongs. */
export function trustListPath({ root, trustList }: Adopter): TrustListPath {
  const [inOverrides, atRoot] = TRUST_LIST_PATHS;
  const overrides = folderState(root, ".apache-magpie-overrides").state;
  return trustList?.path ?? (overrides === "folder" ? inOverrides : atRoot);
}

/**
 * Writes the trust list with a new entry, in one rename and under the run
 * lock, unless it is not the list any more that the entry was added to.
 *
 * @param bytes the whole list, as `appendEntry` gave it
 * @returns what was found of an earlier run that was interrupted
 * @throws {HostError} `disk-error` when somebody changed the list meanwhile
 */
export async function addEntry(
  adopter: Adopter,
  path: TrustListPath,
  bytes: Uint8Array,
  context: { readonly signal: AbortSignal; readonly ui: Ui },
): Promise<readonly Finding[]> {
  const { root, repository: { kind, mainRoot } } = adopter;
  // A branch of its own may well be vouched for in its worktree; only the
  // state folder, where a file is staged, belongs to the main checkout.
  if (kind === "linked-worktree" && mainRoot !== undefined) {
    using lock = await takeRunLock(mainRoot, { signal: context.signal });
    writeUnder(lock, adopter, path, bytes, mainRoot);
    return [];
  }
  requireMainCheckout(adopter.repository, "vouch");
  using run = await beginRun(adopter.repository, context);
  writeUnder(run, adopter, path, bytes, root);
  return run.recovered;
}

/**
 * Writes, and leaves no snapshots folder behind that was made for the lock
 * alone: where it stands, `setup` has been run.
 */
function writeUnder(
  { madeFolder }: { readonly madeFolder: boolean },
  adopter: Adopter,
  path: TrustListPath,
  bytes: Uint8Array,
  stateRoot: string,
): void {
  try {
    write(adopter, path, bytes, stateRoot);
  } finally {
    if (madeFolder) removeUnusedSnapshotsFolder(stateRoot);
  }
}

function write(
  { root, trustList }: Adopter,
  path: TrustListPath,
  bytes: Uint8Array,
  stateRoot: string,
): void {
  const standing = readRegular(root, path, MAX_LAYER_FILE_BYTES);
  if (fingerprint(standing) !== fingerprint(trustList?.bytes)) {
    throw new HostError(
      "disk-error",
      `${path} was changed meanwhile; it is left as it is, run again`,
      { path },
    );
  }
  atomicWrite(root, path, bytes, stateRoot);
}
