import { basename, dirname, join, resolve } from "node:path";
import { HostError } from "../base/errors.ts";
import { MAX_GIT_FILE_BYTES } from "../base/limits.ts";
import { lstatOrUndefined } from "./real_folder.ts";
import { configBoolean, type GitConfig, parseGitConfig } from "./git_config.ts";

/** Whether `path` is a git directory by git's own test: `HEAD`, `objects`, `refs`. */
export function isGitDir(path: string): boolean {
  if (lstatOrUndefined(join(path, "HEAD")) === undefined) return false;
  const common = commonDirOf(path);
  return isFolder(join(common, "objects")) && isFolder(join(common, "refs"));
}

/** The shared git directory of `gitDir`, by its `commondir` file. */
export function commonDirOf(gitDir: string): string {
  const text = readGitFile(join(gitDir, "commondir"))?.trimEnd();
  return text ? realOrSame(resolve(gitDir, text)) : gitDir;
}

/** The path in a `.git` file (`gitdir: <path>`), absolute; undefined when it is none. */
export function gitFileTarget(path: string): string | undefined {
  const text = readGitFile(path);
  if (!text?.startsWith("gitdir: ")) return undefined;
  const target = text.slice("gitdir: ".length).replace(/[\r\n]+$/, "");
  return target === "" ? undefined : resolve(dirname(path), target);
}

/**
 * The config of a git directory, with the worktree's own file on top where
 * `extensions.worktreeConfig` says so. What is read may come from a config of
 * another owner: it chooses paths and verdicts here, it never runs anything.
 */
export function gitDirConfig(gitDir: string, commonDir: string): GitConfig {
  const shared = parseGitConfig(readGitFile(join(commonDir, "config")) ?? "");
  if (!configBoolean(shared, "extensions.worktreeconfig")) return shared;
  const own = parseGitConfig(
    readGitFile(join(gitDir, "config.worktree")) ?? "",
  );
  return new Map([...shared, ...own]);
}

/** The text of a git administration file; undefined when there is no regular file of sane size. */
export function readGitFile(path: string): string | undefined {
  const bytes = readGitFileBytes(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** The bytes of a git administration file, links followed; undefined as for {@linkcode readGitFile}. */
export function readGitFileBytes(path: string): Uint8Array | undefined {
  try {
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > MAX_GIT_FILE_BYTES) return undefined;
    return Deno.readFileSync(path);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.FilesystemLoop
    ) return undefined;
    if (error instanceof Deno.errors.NotCapable) throw error;
    throw new HostError("disk-error", `${path} cannot be read`, {
      path,
      cause: error,
    });
  }
}

/** Whether a folder stands at `path`, links followed, as git does here. */
export function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    // A permission that Deno was not given says nothing about the folder.
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  }
}

/** The real path, or `path` itself when nothing is there. */
export function realOrSame(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}

/** Whether `gitDir` lies among the submodules of another repository. */
export function isSubmoduleDir(gitDir: string): boolean {
  for (let at = gitDir; dirname(at) !== at; at = dirname(at)) {
    if (basename(at) === "modules" && isGitDir(dirname(at))) return true;
  }
  return false;
}
