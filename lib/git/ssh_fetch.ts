import { checkGitRef } from "../trust/ref.ts";
import { damaged } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { openLocalRepository } from "./local_repository.ts";
import { isObjectId, type ObjectFormat } from "./object_format.ts";
import type { RemoteContext } from "./remote.ts";
import { sshEnvironment } from "./ssh_environment.ts";
import { sshFailure } from "./ssh_failure.ts";
import { makeSshFolder, type SshFolder } from "./ssh_folder.ts";
import { sshGit, type SshGitRun } from "./ssh_git.ts";

/** Bytes of what git says on standard output where nothing is expected. */
const MAX_CHATTER = 64 * 1024;

/** What {@linkcode sshFetch} fetches. */
export interface SshWish {
  /** A ref's full name, or a commit's id. */
  readonly what: string;
  /** `--depth=1`, or what else bounds it. */
  readonly options: readonly string[];
  /** Bytes on disk after which the transfer is ended. */
  readonly maxBytes: number;
}

/**
 * Fetches from the repository at `url` into a bare repository of its own, and
 * opens that as any other on this disk: every id is recomputed there once
 * more. Git checks nothing out, so no filter runs. Closing the store removes
 * it. Throws `SourceError` and `HostError`.
 */
export async function sshFetch(
  url: string,
  wish: SshWish,
  format: ObjectFormat,
  context: RemoteContext,
): Promise<ObjectStore> {
  const { what, options, maxBytes } = wish;
  // It is part of a refspec, where `:`, `+` and `*` would mean something.
  const isRef = what.startsWith("refs/") &&
    checkGitRef(what).fault === undefined;
  if (!isRef && !isObjectId(format, what)) {
    throw damaged("a ref's name is malformed");
  }
  const folder = makeSshFolder(context.scratch);
  try {
    const steps = [
      ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`],
      [
        "fetch",
        "--progress",
        ...options,
        "--no-tags",
        "--no-recurse-submodules",
        "--",
        url,
        `${what}:refs/fetched`,
      ],
    ];
    for (const step of steps) {
      const run = await bounded(step, folder, maxBytes, context);
      if (run.end !== "success") throw sshFailure(url, run);
    }
    context.progress?.(folder.packBytes());
    return await openFetched(folder);
  } catch (error) {
    folder.remove();
    throw error;
  }
}

function bounded(
  args: readonly string[],
  { cwd, gitDir, packBytes }: SshFolder,
  maxWritten: number,
  { env, signal }: RemoteContext,
): Promise<SshGitRun> {
  return sshGit(args, {
    cwd,
    env: sshEnvironment(env, gitDir),
    signal,
    maxOutput: MAX_CHATTER,
    written: packBytes,
    maxWritten,
  });
}

async function openFetched(folder: SshFolder): Promise<ObjectStore> {
  const { objects, format } = await openLocalRepository(folder.gitDir);
  return {
    format,
    info: (id) => objects.info(id),
    read: (id) => objects.read(id),
    stream: (id) => objects.stream(id),
    close() {
      objects.close();
      folder.remove();
    },
  };
}
