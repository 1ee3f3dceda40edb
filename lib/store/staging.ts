import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { REPLACED, STATE } from "./paths.ts";

/** How many replaced snapshots of one source are kept. */
const KEPT_REPLACED = 3;

/**
 * Makes a staging folder of mode 0700 with a name nobody can guess, and
 * returns its path relative to the root. It lies beside the snapshots, so
 * that a verified tree is moved into place by one rename.
 */
export function makeStaging(root: string): string {
  const path = `${STATE}/staging-${randomBytes(12).toString("hex")}`;
  try {
    Deno.mkdirSync(join(root, path), { mode: 0o700 });
  } catch (error) {
    throw diskError(error, "make", path);
  }
  return path;
}

/**
 * Removes what runs that were killed left in the state folder: staging
 * folders and temporary files. Only under the run lock.
 */
export function sweepStaging(root: string): void {
  for (const entry of Deno.readDirSync(join(root, STATE))) {
    if (/^(?:staging|tmp)-[0-9a-f]+$/.test(entry.name)) {
      removeTree(root, `${STATE}/${entry.name}`);
    }
  }
}

/** Removes a folder of ours with all below it; nothing when it is not there. */
export function removeTree(root: string, path: string): void {
  try {
    Deno.removeSync(join(root, path), { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "remove", path);
    }
  }
}

/**
 * Moves the snapshot `id` to `.state/replaced/`, so that an edit somebody made
 * in it can still be fetched back. Nothing happens when there is none.
 */
export function retireSnapshot(
  root: string,
  snapshot: string,
  id: string,
): void {
  const stamp = new Date().toISOString().replace(/[-:.]/g, "");
  const place = `${REPLACED}/${id}@${stamp}-${randomBytes(3).toString("hex")}`;
  try {
    Deno.lstatSync(join(root, snapshot));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw diskError(error, "read", snapshot);
  }
  try {
    Deno.mkdirSync(join(root, REPLACED), { recursive: true, mode: 0o700 });
    requireRealReplaced(root);
    Deno.renameSync(join(root, snapshot), join(root, place));
  } catch (error) {
    throw diskError(error, "move away", snapshot);
  }
}

/** Removes all but the newest few of the replaced snapshots of `id`. */
export function dropOldReplaced(root: string, id: string): void {
  for (const name of replacedNames(root, id).slice(0, -KEPT_REPLACED)) {
    removeTree(root, `${REPLACED}/${name}`);
  }
}

/** A link there would carry snapshots to, and remove folders from, anywhere. */
function requireRealReplaced(root: string): void {
  if (Deno.lstatSync(join(root, REPLACED)).isDirectory) return;
  throw new HostError(
    "disk-error",
    `${REPLACED} is no real folder; move it away and run again`,
    { path: REPLACED },
  );
}

/** Names of the replaced snapshots of `id`, the oldest first. */
function replacedNames(root: string, id: string): string[] {
  try {
    requireRealReplaced(root);
    return [...Deno.readDirSync(join(root, REPLACED))]
      .map((entry) => entry.name)
      .filter((name) => name.startsWith(`${id}@`))
      .sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw diskError(error, "read", REPLACED);
  }
}
