import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { RUN_LOCK_TIMEOUT_MS } from "../base/limits.ts";
import { diskError } from "./disk_error.ts";
import { RUN_LOCK } from "./paths.ts";
import { makeSnapshotsFolder } from "./snapshots_folder.ts";

const POLL_MS = 100;

/** A lock that is held until it is disposed of. */
export interface RunLock extends Disposable {
  /** Whether the snapshots folder was made for it. */
  readonly madeFolder: boolean;
}

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
 * snapshots folder is made where it is missing. A link is not followed: what
 * was opened must be what stands there.
 *
 * @throws {HostError} `run-locked` when another run still holds it in the end.
 */
export async function takeRunLock(
  root: string,
  options: RunLockOptions,
): Promise<RunLock> {
  const { signal, timeoutMs = RUN_LOCK_TIMEOUT_MS } = options;
  const deadline = Date.now() + timeoutMs;
  let told = false;
  let file: Deno.FsFile | undefined;
  let madeFolder = false;
  const made = () => madeFolder = true;
  try {
    while (true) {
      file ??= openLock(root, made);
      if (await file?.tryLock(true)) {
        if (standsStill(root, file!)) break;
        // Under a lock on a file that was removed meanwhile, by `unadopt`, this
        // run would not be alone: the next one locks the new file.
        file!.close();
        file = undefined;
        madeFolder = false;
      }
      signal.throwIfAborted();
      if (Date.now() >= deadline) {
        throw new HostError(
          "run-locked",
          "another skill-sources run works in this repository; wait for it to end and run again",
          { path: RUN_LOCK },
        );
      }
      if (!told) options.waiting?.();
      told = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    file?.close();
    throw error === signal.reason ? error : diskError(error, "lock", RUN_LOCK);
  }
  return { madeFolder, [Symbol.dispose]: () => file?.close() };
}

/**
 * Opens the lock file, making it and the folders around it where they are
 * missing; undefined when another run was quicker to make or to remove them.
 */
function openLock(
  root: string,
  madeFolder: () => void,
): Deno.FsFile | undefined {
  try {
    if (makeSnapshotsFolder(root)) madeFolder();
    const standing = lstat(join(root, RUN_LOCK));
    if (standing !== undefined && !standing.isFile) {
      throw new HostError("disk-error", `${RUN_LOCK} is not a regular file`, {
        path: RUN_LOCK,
      });
    }
    return Deno.openSync(join(root, RUN_LOCK), {
      read: true,
      write: true,
      createNew: standing === undefined,
    });
  } catch (error) {
    const cause = error instanceof HostError ? error.cause : error;
    if (
      cause instanceof Deno.errors.AlreadyExists ||
      cause instanceof Deno.errors.NotFound
    ) return undefined;
    throw diskError(error, "open", RUN_LOCK);
  }
}

/** Whether `file` is what stands at the lock's path, not what a link led to. */
function standsStill(root: string, file: Deno.FsFile): boolean {
  const opened = file.statSync();
  const standing = lstat(join(root, RUN_LOCK));
  return standing !== undefined && standing.isFile &&
    standing.ino === opened.ino && standing.dev === opened.dev;
}

function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
