import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { RUN_LOCK_TIMEOUT_MS } from "../base/limits.ts";
import { diskError } from "./disk_error.ts";
import { STATE } from "./paths.ts";

const POLL_MS = 100;

/** What waiting for the lock may need. */
export interface RunLockOptions {
  readonly signal: AbortSignal;
  /** Called once when another run holds the lock. */
  readonly waiting?: () => void;
  readonly timeoutMs?: number;
}

/**
 * Takes the run lock: a kernel lock on `.state/run.lock`, so that it ends with
 * the process that holds it, however that ends, and no stale lock exists. The
 * file is opened without following a link: what was opened must be what
 * stands there.
 *
 * @throws {HostError} `run-locked` when another run still holds it in the end.
 */
export async function takeRunLock(
  root: string,
  options: RunLockOptions,
): Promise<Disposable> {
  const path = `${STATE}/run.lock`;
  const file = openPlain(join(root, path), path);
  const deadline = Date.now() + (options.timeoutMs ?? RUN_LOCK_TIMEOUT_MS);
  try {
    let told = false;
    while (!await file.tryLock(true)) {
      options.signal.throwIfAborted();
      if (Date.now() >= deadline) {
        throw new HostError(
          "run-locked",
          "another skill-sources run works in this repository; wait for it to end and run again",
          { path },
        );
      }
      if (!told) options.waiting?.();
      told = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    file.close();
    throw error;
  }
  return { [Symbol.dispose]: () => file.close() };
}

function openPlain(absolute: string, path: string): Deno.FsFile {
  try {
    const before = lstat(absolute);
    if (before !== undefined && !before.isFile) {
      throw new HostError("disk-error", `${path} is not a regular file`, {
        path,
      });
    }
    const file = before === undefined
      ? Deno.openSync(absolute, { read: true, write: true, create: true })
      : Deno.openSync(absolute, { read: true, write: true });
    const opened = file.statSync();
    const standing = lstat(absolute);
    if (
      standing === undefined || !standing.isFile ||
      standing.ino !== opened.ino || standing.dev !== opened.dev
    ) {
      file.close();
      throw new HostError(
        "disk-error",
        `${path} was exchanged while it was opened; run again`,
        { path },
      );
    }
    return file;
  } catch (error) {
    throw diskError(error, "open", path);
  }
}

function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
