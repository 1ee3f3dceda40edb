import { createHash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { HostError } from "../base/errors.ts";
import { diskError } from "./disk_error.ts";
import { STATE } from "./paths.ts";

/** SHA-256 of `bytes`, hex; `null` stands for "no such file". */
export function fingerprint(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined
    ? null
    : createHash("sha256").update(bytes).digest("hex");
}

/**
 * Replaces the file at `path` (relative to `root`) by `bytes` in one rename,
 * so that a reader sees the old bytes or the new ones. The temporary file
 * lies in the state folder, where a killed run leaves nothing that git would
 * show. Refuses to write through a symbolic link or over a folder; an
 * existing file keeps its mode.
 *
 * @param stateRoot the checkout with the state folder: the main one; `null`
 * where there is none, and the temporary file lies beside its target
 * @throws {HostError} `disk-error`
 */
export function atomicWrite(
  root: string,
  path: string,
  bytes: Uint8Array,
  stateRoot: string | null = root,
): void {
  const target = join(root, path);
  let mode = 0o644;
  try {
    const standing = Deno.lstatSync(target);
    if (!standing.isFile) {
      throw new HostError(
        "disk-error",
        `cannot write ${path}: it is not a regular file; move it away and run again`,
        { path },
      );
    }
    if (standing.mode !== null) mode = standing.mode & 0o777;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw diskError(error, "write", path);
    }
  }
  const name = `tmp-${randomBytes(8).toString("hex")}`;
  try {
    try {
      const folder = stateRoot === null
        ? dirname(target)
        : join(stateRoot, STATE);
      replace(join(folder, name), target, bytes, mode);
    } catch (error) {
      // The snapshots may be a mount of their own: stage beside the target then.
      if ((error as { code?: string }).code !== "EXDEV") throw error;
      replace(join(dirname(target), `.${name}`), target, bytes, mode);
    }
  } catch (error) {
    throw diskError(error, "write", path);
  }
}

function replace(
  temporary: string,
  target: string,
  bytes: Uint8Array,
  mode: number,
): void {
  try {
    const file = Deno.openSync(temporary, {
      write: true,
      createNew: true,
      mode: 0o600,
    });
    try {
      let written = 0;
      while (written < bytes.length) {
        written += file.writeSync(bytes.subarray(written));
      }
      file.syncSync();
    } finally {
      file.close();
    }
    Deno.chmodSync(temporary, mode);
    Deno.renameSync(temporary, target);
  } catch (error) {
    try {
      Deno.removeSync(temporary);
    } catch {
      // The first error is the one to report.
    }
    throw error;
  }
}
