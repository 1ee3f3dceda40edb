import { MAX_SOURCE_BYTES } from "../base/limits.ts";
import { checkGitRef } from "../trust/ref.ts";
import { damaged } from "./git_errors.ts";
import type { ObjectStore } from "./git_object.ts";
import { openLocalRepository } from "./local_repository.ts";
import type { ObjectFormat } from "./object_format.ts";
import type { RemoteContext } from "./remote.ts";
import { sshEnvironment } from "./ssh_environment.ts";
import { sshFailure } from "./ssh_failure.ts";
import { makeSshFolder, type SshFolder } from "./ssh_folder.ts";
import { sshGit, type SshGitRun } from "./ssh_git.ts";

/** Bytes of what git says on standard output where nothing is expected. */
const MAX_CHATTER = 64 * 1024;

/**
 * Fetches one ref of the repository at `url` without its history into a bare
 * repository of its own, and opens that as any other on this disk: every id
 * is recomputed there once more. Git checks nothing out, so no filter runs.
 * Closing the store removes it. Throws `SourceError` and `HostError`.
 */
export async function sshFetch(
  url: string,
  ref: string,
  format: ObjectFormat,
  context: RemoteContext,
): Promise<ObjectStore> {
  // It is part of a refspec, where `:`, `+` and `*` would mean something.
  if (!ref.startsWith("refs/") || checkGitRef(ref).fault !== undefined) {
    throw damaged("a ref's name is malformed");
  }
  const folder = makeSshFolder(context.scratch);
  try {
    const steps = [
      ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`],
      [
        "fetch",
        "--progress",
        "--depth=1",
        "--no-tags",
        "--no-recurse-submodules",
        "--",
        url,
        `${ref}:refs/fetched`,
      ],
    ];
    for (const step of steps) {
      const run = await bounded(step, folder, context);
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
  { env, signal }: RemoteContext,
): Promise<SshGitRun> {
  return sshGit(args, {
    cwd,
    env: sshEnvironment(env, gitDir),
    signal,
    maxOutput: MAX_CHATTER,
    written: packBytes,
    maxWritten: MAX_SOURCE_BYTES,
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
