import { join } from "node:path";
import { ConfigError, HostError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { SNAPSHOTS, STATE } from "./paths.ts";

/**
 * Whether `.apache-magpie-sources` stands, as the real folder that contract
 * section 1 asks for.
 *
 * @throws {ConfigError} `layer-is-a-link` when it is a symbolic link (a write
 * would land elsewhere) or something else that is no folder.
 */
export function snapshotsFolderStands(root: string): boolean {
  for (const path of [SNAPSHOTS, STATE]) {
    try {
      const info = Deno.lstatSync(join(root, path));
      if (!info.isDirectory) {
        const kind = info.isSymlink ? "a symbolic link" : "not a folder";
        throw new ConfigError(
          "layer-is-a-link",
          `${path} is ${kind}; snapshots are kept in a real folder only: move it away and run again`,
          { path },
        );
      }
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw diskError(error, "read", path);
    }
  }
  return true;
}

/**
 * Makes `.apache-magpie-sources/` with its own ignore file, the first thing
 * ever written (contract section 5), and the private state folder.
 */
export function makeSnapshotsFolder(root: string): void {
  if (snapshotsFolderStands(root)) return;
  const made = (path: string, mode: number) => {
    try {
      Deno.mkdirSync(join(root, path), { mode });
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) {
        throw diskError(error, "make", path);
      }
    }
  };
  made(SNAPSHOTS, 0o755);
  const ignore = `${SNAPSHOTS}/.gitignore`;
  try {
    Deno.writeTextFileSync(join(root, ignore), "*\n", { createNew: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) {
      throw diskError(error, "write", ignore);
    }
  }
  made(STATE, 0o700);
  if (!snapshotsFolderStands(root)) {
    throw new HostError("disk-error", `cannot make ${STATE}`, { path: STATE });
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
