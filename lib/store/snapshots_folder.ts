import { join } from "node:path";
import { ConfigError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { SNAPSHOTS, STATE } from "./paths.ts";

/**
 * Whether `.apache-magpie-sources` stands, as the real folder that contract
 * section 1 asks for.
 *
 * @throws {ConfigError} `layer-is-a-link` when it, or the state folder in it,
 * is a symbolic link (a write would land elsewhere) or no folder.
 */
export function snapshotsFolderStands(root: string): boolean {
  return realFolder(root, SNAPSHOTS) && (realFolder(root, STATE), true);
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
  }
  make(root, STATE, 0o700);
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
