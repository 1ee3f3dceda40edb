import { basename, join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { REPLACED, SNAPSHOTS, STATE } from "./paths.ts";
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
 */
export function makeSnapshotsFolder(root: string): void {
  make(root, SNAPSHOTS, 0o755);
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

function make(root: string, path: string, mode: number): void {
  if (realFolder(root, path)) return;
  try {
    Deno.mkdirSync(join(root, path), { mode });
  } catch (error) {
    // Another run may have been quicker; what it made must be a folder too.
    if (error instanceof Deno.errors.AlreadyExists && realFolder(root, path)) {
      return;
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
