import { join } from "node:path";
import { HostError } from "../base/errors.ts";
import { RUN_LOCK_TIMEOUT_MS } from "../base/limits.ts";
import { diskError } from "./disk_error.ts";
import { STATE } from "./paths.ts";
import { makeSnapshotsFolder } from "./snapshots_folder.ts";

const POLL_MS = 100;
const PATH = `${STATE}/run.lock`;

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
): Promise<Disposable> {
  const { signal, timeoutMs = RUN_LOCK_TIMEOUT_MS } = options;
  const deadline = Date.now() + timeoutMs;
  let told = false;
  let file: Deno.FsFile | undefined;
  try {
    while (true) {
      file ??= openLock(root);
      if (await file?.tryLock(true)) {
        if (standsStill(root, file!)) break;
        // Under a lock on a file that was removed meanwhile, by `unadopt`, this
        // run would not be alone: the next one locks the new file.
        file!.close();
        file = undefined;
      }
      signal.throwIfAborted();
      if (Date.now() >= deadline) {
        throw new HostError(
          "run-locked",
          "another skill-sources run works in this repository; wait for it to end and run again",
          { path: PATH },
        );
      }
      if (!told) options.waiting?.();
      told = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } catch (error) {
    file?.close();
    throw error === signal.reason ? error : diskError(error, "lock", PATH);
  }
  return { [Symbol.dispose]: () => file?.close() };
}

/**
 * Opens the lock file, making it and the folders around it where they are
 * missing; undefined when another run was quicker to make or to remove them.
 */
function openLock(root: string): Deno.FsFile | undefined {
  try {
    makeSnapshotsFolder(root);
    const standing = lstat(join(root, PATH));
    if (standing !== undefined && !standing.isFile) {
      throw new HostError("disk-error", `${PATH} is not a regular file`, {
        path: PATH,
      });
    }
    return Deno.openSync(join(root, PATH), {
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
    throw diskError(error, "open", PATH);
  }
}

/** Whether `file` is what stands at the lock's path, not what a link led to. */
function standsStill(root: string, file: Deno.FsFile): boolean {
  const opened = file.statSync();
  const standing = lstat(join(root, PATH));
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
