import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { folderState, lstatOrUndefined } from "../repository/real_folder.ts";
import { atomicWrite, fingerprint } from "../store/atomic_write.ts";
import { diskError } from "../store/disk_error.ts";
import { removeJournal, type Step, writeJournal } from "../store/journal.ts";
import { SNAPSHOTS, STATE } from "../store/paths.ts";
import { snapshotsFolderStands } from "../store/snapshots_folder.ts";
import {
  dropOldReplaced,
  removeTree,
  retireSnapshot,
} from "../store/staging.ts";
import { compareSnapshot } from "../tree/compare_snapshot.ts";
import { AGENTS } from "../wiring/agents.ts";
import { createLink } from "../wiring/create_link.ts";
import { ownLink } from "../wiring/ownership.ts";
import { removeEmptyFolders } from "../wiring/remove_empty_folders.ts";
import { removeLink } from "../wiring/remove_link.ts";

type WriteStep = Extract<Step, { step: "write" }>;

/**
 * Writes the journal, does the steps in order and ends the journal. When the
 * process dies in between, the next run does the rest by the same journal.
 *
 * @throws {HostError} `interrupted-run` before any change when somebody edited
 * a file that is to be written: a moved pin in the trust list without its lock
 * would be half of what was consented to.
 */
export function applySteps(root: string, steps: readonly Step[]): void {
  if (steps.length === 0) return;
  // Minutes of network may lie between the first look and this.
  snapshotsFolderStands(root);
  for (const step of steps) {
    if (step.step === "write") isWritten(root, step);
  }
  writeJournal(root, steps);
  for (const step of steps) applyStep(root, step, false);
  removeJournal(root);
}

/**
 * Does one step. A step that is already done does nothing.
 *
 * @param recovering the step comes from the journal of a killed run: staged
 * bytes are hashed again, as that run can no longer vouch for them.
 * @throws {HostError} `interrupted-run` when what the step was planned over is
 * no longer there; the caller gives up the rest of the journal.
 */
export function applyStep(
  root: string,
  step: Step,
  recovering: boolean,
): void {
  switch (step.step) {
    case "unlink":
      requirePlannable(step.path, step.text);
      removeLink(root, step.path, step.text);
      if (step.tidy) removeEmptyFolders(root, [step.path]);
      return;
    case "retire":
      retireSnapshot(root, `${SNAPSHOTS}/${step.id}`, step.id);
      removeTree(root, `${STATE}/${step.id}.files`);
      dropOldReplaced(root, step.id);
      return;
    case "place":
      placeSnapshot(root, step, recovering);
      return;
    case "link":
      requirePlannable(step.path, step.text);
      createLink(root, step.path, step.text);
      return;
    case "write":
      writeFile(root, step);
  }
}

/** A journal may make no link that no plan could hold, whoever wrote it. */
function requirePlannable(path: string, text: string): void {
  const cut = path.lastIndexOf("/");
  const link = { folder: path.slice(0, cut), name: path.slice(cut + 1), text };
  if (
    AGENTS.some(({ folder }) => folder === link.folder) &&
    ownLink(link, "any", () => "missing") !== undefined
  ) return;
  throw new HostError(
    "interrupted-run",
    `the journal of an interrupted run names ${path}, which is no link of this tool; it is dropped`,
    { path },
  );
}

function placeSnapshot(
  root: string,
  step: Extract<Step, { step: "place" }>,
  recovering: boolean,
): void {
  const staged = `${STATE}/${step.staging}/${step.id}`;
  const snapshot = `${SNAPSHOTS}/${step.id}`;
  if (recovering) {
    // A power cut may have taken bytes that were written but not yet on disk.
    if (lstatOrUndefined(join(root, staged)) === undefined) {
      requireContent(root, snapshot, step);
      return;
    }
    requireContent(root, staged, step);
  }
  retireSnapshot(root, snapshot, step.id);
  try {
    const listing = `${STATE}/${step.id}.files`;
    if (lstatOrUndefined(join(root, `${staged}.files`)) !== undefined) {
      Deno.renameSync(join(root, `${staged}.files`), join(root, listing));
    }
    Deno.renameSync(join(root, staged), join(root, snapshot));
  } catch (error) {
    throw diskError(error, "move into place", snapshot);
  }
  dropOldReplaced(root, step.id);
}

/** What later steps of a journal link to and lock must be what that run had verified. */
function requireContent(
  root: string,
  folder: string,
  { id, content }: Extract<Step, { step: "place" }>,
): void {
  if (
    folderState(root, folder).state === "folder" &&
    compareSnapshot(join(root, folder), undefined, content).intact
  ) return;
  throw new HostError(
    "interrupted-run",
    `what an interrupted run fetched of ${id} is damaged or gone; it is dropped`,
    { path: folder },
  );
}

/** Whether a file has its new bytes already. Throws when it has neither those nor the old ones. */
function isWritten(root: string, step: WriteStep): boolean {
  const standing = fingerprint(readIfThere(root, step.file));
  if (standing === fingerprint(step.bytes ?? undefined)) return true;
  if (standing === step.over) return false;
  throw new HostError(
    "interrupted-run",
    `${step.file} was changed meanwhile; it is left as it is, run again`,
    { path: step.file },
  );
}

function writeFile(root: string, step: WriteStep): void {
  if (isWritten(root, step)) return;
  if (step.bytes === null) removeTree(root, step.file);
  else atomicWrite(root, step.file, step.bytes);
}

/** The bytes of a file, `undefined` when there is none. */
function readIfThere(root: string, path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(join(root, path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw diskError(error, "read", path);
  }
}
