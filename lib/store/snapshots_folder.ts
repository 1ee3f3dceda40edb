import { randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { REPLACED, RUN_LOCK, SNAPSHOTS, STATE } from "./paths.ts";
import { removeTree } from "./staging.ts";

/**
 * Whether `.apache-magpie-sources` stands, as the real folder that contract
 * section 1 asks for.
 *
 * @throws {ConfigError} `layer-is-a-link` when it, the state folder in it, or
 * that of replaced snapshots, is a symbolic link (a write would land elsewhere)
 * or no folder.
 */
export function snapshotsFolderStands(root: string): boolean {
  if (!realFolder(root, SNAPSHOTS)) return false;
  if (realFolder(root, STATE)) realFolder(root, REPLACED);
  return true;
}

function realFolder(root: string, path: string): boolean {
  try {
    const info = Deno.lstatSync(join(root, path));
    if (info.isDirectory) return true;
    const kind = info.isSymlink ? "a symbolic link" : "not a folder";
    throw new ConfigError(
      "layer-is-a-link",
      `${path} is ${kind}; snapshots are kept in a real folder only: move it away and run again`,
      { path },
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw diskError(error, "read", path);
  }
}

/**
 * Makes `.apache-magpie-sources/` with its own ignore file, the first thing
 * ever written (contract section 5), and the private state folder, as far as
 * they are not there.
 *
 * @returns whether the folder of snapshots itself was made
 */
export function makeSnapshotsFolder(root: string): boolean {
  const made = make(root, SNAPSHOTS, 0o755);
  const ignore = `${SNAPSHOTS}/.gitignore`;
  try {
    Deno.writeTextFileSync(join(root, ignore), "*\n", { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) {
      throw diskError(error, "write", ignore);
    }
    fillIgnoreFile(root, ignore);
  }
  make(root, STATE, 0o700);
  return made;
}

/** A run that was killed, or met a full disk, right after it made the file left it empty. */
function fillIgnoreFile(root: string, ignore: string): void {
  try {
    const { isFile, size } = Deno.lstatSync(join(root, ignore));
    if (isFile && size === 0) {
      Deno.writeTextFileSync(join(root, ignore), "*\n", { create: false });
    }
  } catch (error) {
    throw diskError(error, "write", ignore);
  }
}

/**
 * Removes `.apache-magpie-sources/` with all that is in it: the state folder
 * late, as it holds the run lock that keeps others away meanwhile, and the
 * ignore file last, so that a run which is killed in between shows git nothing.
 */
export function removeSnapshotsFolder(root: string): void {
  try {
    for (const { name } of Deno.readDirSync(join(root, SNAPSHOTS))) {
      if (name !== ".gitignore" && name !== basename(STATE)) {
        removeTree(root, `${SNAPSHOTS}/${name}`);
      }
    }
  } catch (error) {
    throw diskError(error, "remove", SNAPSHOTS);
  }
  removeTree(root, STATE);
  removeTree(root, SNAPSHOTS);
}

/**
 * Removes `.apache-magpie-sources/` again after a run that made it for its lock
 * alone, which it still holds; one in which anything else lies stays. The
 * folder is moved out of its place as a whole, so that a run which begins
 * meanwhile finds all of it or nothing, and what is left of a run that is
 * killed in between is hidden from git by its own ignore file. A folder that
 * cannot be removed stays: nothing is wrong with it.
 */
export function removeUnusedSnapshotsFolder(root: string): void {
  try {
    if (!holdsOnly(root, SNAPSHOTS, [".gitignore", basename(STATE)])) return;
    if (!holdsOnly(root, STATE, [basename(RUN_LOCK)])) return;
    const aside = `${SNAPSHOTS}-${randomBytes(8).toString("hex")}`;
    Deno.renameSync(join(root, SNAPSHOTS), join(root, aside));
    // One by one, so that nothing else is ever taken along.
    for (
      const path of [RUN_LOCK, STATE, `${SNAPSHOTS}/.gitignore`, SNAPSHOTS]
    ) {
      Deno.removeSync(join(root, path.replace(SNAPSHOTS, aside)));
    }
  } catch {
    return;
  }
}

function holdsOnly(
  root: string,
  path: string,
  names: readonly string[],
): boolean {
  return [...Deno.readDirSync(join(root, path))]
    .every(({ name }) => names.includes(name));
}

/** Makes a folder; false when it stands already. */
function make(root: string, path: string, mode: number): boolean {
  if (realFolder(root, path)) return false;
  try {
    Deno.mkdirSync(join(root, path), { mode });
    return true;
  } catch (error) {
    // Another run may have been quicker; what it made must be a folder too.
    if (error instanceof Deno.errors.AlreadyExists && realFolder(root, path)) {
      return false;
    }
    throw diskError(error, "make", path);
  }
}

/** Ids of the snapshots on disk, sorted; whatever has no id's form is left out. */
export function snapshotsOnDisk(root: string): string[] {
  const names: string[] = [];
  try {
    for (const entry of Deno.readDirSync(join(root, SNAPSHOTS))) {
      if (entry.isDirectory && !entry.name.startsWith(".")) {
        names.push(entry.name);
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "read", SNAPSHOTS);
    }
  }
  return names.sort();
}
