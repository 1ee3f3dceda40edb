import { ConfigError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import { printable } from "../report/printable.ts";
import type { Repository } from "../repository/repository.ts";
import type { AdopterFiles } from "./adopter_files.ts";

/** An adopter's files as of a revision. */
export interface FilesAsOf {
  /** Full id of the commit. */
  readonly commit: string;
  readonly files: AdopterFiles;
  /** The note which revision it is. */
  readonly findings: readonly Finding[];
  /** Lets go of the repository's files until the next reading. */
  close(): void;
}

/**
 * The files of a checkout's repository as of `revision`.
 *
 * @throws {ConfigError} `not-a-repository` under `--no-git`
 * @throws {UsageError} where the revision names no commit
 */
export async function filesAsOf(
  { gitDir, root }: Repository,
  revision: string,
): Promise<FilesAsOf> {
  if (gitDir === undefined) {
    throw new ConfigError(
      "not-a-repository",
      `${root} is looked at without git, which alone knows the revision ${
        printable(revision)
      }`,
      { path: root },
    );
  }
  const { openLocalRepository } = await import("../git/local_repository.ts");
  const { resolveRevision } = await import("../git/resolve_revision.ts");
  const { commitFiles } = await import("./commit_files.ts");
  const repository = await openLocalRepository(gitDir);
  const commit = resolveRevision(repository, revision);
  return {
    commit,
    files: commitFiles(repository, commit),
    findings: [{
      rule: "trust-as-of",
      level: "note",
      message: `trust list, lock and settings are those of ${
        revision.toLowerCase() === commit ? "" : `${printable(revision)}, `
      }commit ${commit}`,
    }],
    close: () => repository.objects.close(),
  };
}
