import { basename, dirname, join, relative, resolve } from "node:path";
import { ConfigError } from "../base/errors.ts";
import { configBoolean, configValue, type GitConfig } from "./git_config.ts";
import {
  commonDirOf,
  gitDirConfig,
  gitFileTarget,
  isFolder,
  isGitDir,
  isSubmoduleDir,
  realOrSame,
} from "./git_dir.ts";
import { findTrustListFolder, liesInSnapshots } from "./no_git_root.ts";
import { lstatOrUndefined } from "./real_folder.ts";
import type { Repository } from "./repository.ts";

/** How {@linkcode findRepository} looks. */
export interface FindRepositoryOptions {
  /** Take the trust list's folder as the root and ignore git (container images). */
  readonly noGit?: boolean;
}

/**
 * Finds the checkout that encloses the folder `from` out of git's own files:
 * linked worktrees, separate git directories, submodules, worktrees of a bare
 * repository. `GIT_DIR` and its kin are ignored: inside a hook they name the
 * repository of the hook, not the one the user means (contract section 1).
 *
 * An empty `.git` folder, as every snapshot has, is no repository and does not
 * end the search, as with git. Nor does any other in the folder of snapshots:
 * somebody planted it, and its index and config would decide about the adopter.
 *
 * @throws {ConfigError} `not-a-repository`, which names the folder and `--no-git`.
 */
export function findRepository(
  from: string,
  options: FindRepositoryOptions = {},
): Repository {
  if (!isFolder(from)) throw notARepository(from, "is not a folder");
  const start = Deno.realPathSync(from);
  if (options.noGit) return noGitRepository(findTrustListFolder(start));
  for (let at = start;; at = dirname(at)) {
    if (liesInSnapshots(at)) continue;
    const gitDir = gitDirAt(at);
    if (gitDir !== undefined) return describeCheckout(start, at, gitDir);
    if (isGitDir(at)) {
      throw notARepository(
        start,
        `lies inside the git directory ${at}, not in a checkout`,
      );
    }
    if (dirname(at) === at) {
      throw notARepository(start, "lies in no git repository");
    }
  }
}

/**
 * Refuses a checkout in which git does not write symbolic links.
 *
 * @param examples Paths of links that stand as text files, asked for when needed.
 * @throws {ConfigError} `symlinks-off`, with the git command that changes it.
 */
export function requireSymlinks(
  repository: Repository,
  examples: () => readonly string[] = () => [],
): void {
  if (!repository.symlinksOff) return;
  const [first, ...more] = examples();
  // Only the links: `git checkout -- .` would throw away a user's other work.
  const links = first === undefined
    ? []
    : [first, ...more].filter((path) => /^[\w./-]+$/.test(path));
  const fix = [
    "git config core.symlinks true",
    ...(links.length === 0 ? [] : [`git checkout -- ${links.join(" ")}`]),
  ].join(" && ");
  throw new ConfigError(
    "symlinks-off",
    `${repository.root} has core.symlinks=false, so ${
      first === undefined
        ? "each link would be a plain text file"
        : `${first} is a text file where a link belongs`
    }: run \`${fix}\``,
    { path: first ?? repository.root, fix },
  );
}

/** The git directory that the `.git` entry in `folder` stands for. */
function gitDirAt(folder: string): string | undefined {
  const entry = join(folder, ".git");
  const info = lstatOrUndefined(entry);
  if (info === undefined) return undefined;
  if (isFolder(entry)) {
    return isGitDir(entry) ? Deno.realPathSync(entry) : undefined;
  }
  const target = gitFileTarget(entry);
  if (target !== undefined && isGitDir(target)) {
    return Deno.realPathSync(target);
  }
  throw notARepository(
    folder,
    `has a .git that leads to no git directory${
      target === undefined ? "" : ` (${target})`
    }`,
  );
}

function describeCheckout(
  start: string,
  folder: string,
  gitDir: string,
): Repository {
  const commonDir = commonDirOf(gitDir);
  const config = gitDirConfig(gitDir, commonDir);
  const shared = {
    gitDir,
    commonDir,
    submodule: isSubmoduleDir(commonDir),
    symlinksOff: configBoolean(config, "core.symlinks") === false,
    ignoreCase: configBoolean(config, "core.ignorecase") === true,
    objectIdBytes: configValue(config, "extensions.objectformat") === "sha256"
      ? 32
      : 20,
  } as const;
  if (gitDir !== commonDir) {
    const main = mainCheckout(commonDir);
    return {
      ...shared,
      root: folder,
      kind: main.bare ? "main" : "linked-worktree",
      ...(main.bare
        ? { mainRoot: folder }
        : main.root === undefined
        ? {}
        : { mainRoot: main.root }),
      bareMain: main.bare,
    };
  }
  const root = workTree(config, gitDir) ?? folder;
  if (workTree(config, gitDir) === undefined && isBare(config)) {
    throw notARepository(
      start,
      `belongs to the bare repository ${gitDir}: run in one of its worktrees`,
    );
  }
  if (/^\.\.(?:[\\/]|$)/.test(relative(root, start))) {
    throw notARepository(
      start,
      `lies outside ${root}, which core.worktree in ${gitDir}/config names`,
    );
  }
  return { ...shared, root, kind: "main", mainRoot: root, bareMain: false };
}

function isBare(config: GitConfig): boolean {
  return configBoolean(config, "core.bare") === true;
}

function workTree(config: GitConfig, gitDir: string): string | undefined {
  const value = configValue(config, "core.worktree");
  return value === undefined ? undefined : realOrSame(resolve(gitDir, value));
}

/** Where the main checkout of a shared git directory stands, as far as its files tell. */
function mainCheckout(
  commonDir: string,
): { readonly bare: boolean; readonly root?: string } {
  const config = gitDirConfig(commonDir, commonDir);
  const named = workTree(config, commonDir);
  if (named === undefined && isBare(config)) return { bare: true };
  const root = named ??
    (basename(commonDir) === ".git" ? dirname(commonDir) : undefined);
  if (root === undefined || !isFolder(root)) return { bare: false };
  // The guess holds only if the checkout's own `.git` leads back here.
  const back = gitDirAt(root);
  return back === commonDir ? { bare: false, root } : { bare: false };
}

function noGitRepository(root: string): Repository {
  return {
    root,
    kind: "no-git",
    mainRoot: root,
    bareMain: false,
    submodule: false,
    symlinksOff: false,
    ignoreCase: false,
    objectIdBytes: 20,
  };
}

function notARepository(folder: string, why: string): ConfigError {
  return new ConfigError(
    "not-a-repository",
    `${folder} ${why}; run in a git checkout, or pass --no-git to take the trust list's folder as the root`,
    { path: folder },
  );
}
