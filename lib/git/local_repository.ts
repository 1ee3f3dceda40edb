import { HostError, type SkillSourcesError } from "../base/errors.ts";
import { configValue, type GitConfig } from "../repository/git_config.ts";
import {
  commonDirOf,
  gitDirConfig,
  gitFileTarget,
  isGitDir,
} from "../repository/git_dir.ts";
import { printable } from "../report/printable.ts";
import type { ObjectFormat } from "./object_format.ts";
import { DiskObjectStore } from "./object_store.ts";

/** A repository on this disk, bare or not, opened for reading. */
export interface LocalRepository {
  /** The checkout's own git directory, where `HEAD` stands. */
  readonly gitDir: string;
  /** The one that all worktrees share, where objects and branches stand. */
  readonly commonDir: string;
  readonly format: ObjectFormat;
  /** Opens files as needed; `close` lets go of them until the next use. */
  readonly objects: DiskObjectStore;
}

/** Extensions that change nothing about how refs and objects are read. */
const HARMLESS = new Set([
  "noop",
  "noop-v1",
  "objectformat",
  "compatobjectformat",
  "partialclone",
  "preciousobjects",
  "refstorage",
  "relativeworktrees",
  "worktreeconfig",
]);

/**
 * Opens the repository whose git directory is `gitDir`; a `.git` file of a
 * linked worktree or submodule is followed. No file stays open.
 *
 * @throws {HostError} `not-a-repository` when there is none, or when it is of
 * a kind this reader does not know (reftable, unknown extensions): reading on
 * could show other refs and objects than git does.
 */
export function openLocalRepository(
  gitDir: string,
): Promise<LocalRepository> {
  return Promise.resolve().then(() => open(gitFileTarget(gitDir) ?? gitDir));
}

function open(gitDir: string): LocalRepository {
  if (!isGitDir(gitDir)) throw unfit(gitDir, "is no git repository");
  const commonDir = commonDirOf(gitDir);
  const config = gitDirConfig(gitDir, commonDir);
  const format = checkedFormat(config, gitDir);
  const objects = new DiskObjectStore(
    `${commonDir}/objects`,
    format,
    isPartialClone(config),
  );
  return { gitDir, commonDir, format, objects };
}

/** Whether some remote is to bring objects when git asks for them. */
function isPartialClone(config: GitConfig): boolean {
  return [...config.keys()].some((key) =>
    key === "extensions.partialclone" || /^remote\..*\.promisor$/.test(key)
  );
}

/** Checks what git checks before it touches a repository, and returns its object format. */
function checkedFormat(config: GitConfig, gitDir: string): ObjectFormat {
  const version = configValue(config, "core.repositoryformatversion") ?? "0";
  if (version !== "0" && version !== "1") {
    throw unfit(gitDir, `has the unknown format version ${printable(version)}`);
  }
  for (const key of config.keys()) {
    const name = /^extensions\.(.*)$/s.exec(key)?.[1];
    // Version 0 came before extensions, and git ignores unknown ones there.
    if (name === undefined || HARMLESS.has(name) || version === "0") continue;
    throw unfit(gitDir, `uses the unknown extension ${printable(name)}`);
  }
  const refs = configValue(config, "extensions.refstorage") ?? "files";
  if (refs !== "files") {
    throw unfit(gitDir, `stores its refs as ${printable(refs)}`);
  }
  const format = configValue(config, "extensions.objectformat") ?? "sha1";
  if (format !== "sha1" && format !== "sha256") {
    throw unfit(gitDir, `has the object format ${printable(format)}`);
  }
  return format;
}

function unfit(gitDir: string, what: string): SkillSourcesError {
  return new HostError(
    "not-a-repository",
    `${printable(gitDir)} ${what}, which cannot be read here.`,
    { path: gitDir },
  );
}
