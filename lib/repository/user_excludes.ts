import { join, resolve } from "node:path";
import { configValue, type GitConfig, parseGitConfig } from "./git_config.ts";
import { gitDirConfig, readGitFile } from "./git_dir.ts";
import type { Repository } from "./repository.ts";

/** Files that one config file may include, one within the other. */
const MAX_INCLUDE_DEPTH = 10;

/**
 * Path of the ignore file for all of a user's repositories:
 * `core.excludesFile` of the repository's, the user's and the system's
 * config, in this order, else git's default. Undefined when the user's home
 * is not known, as without permission to read the environment.
 */
export function userExcludesFile(repository: Repository): string | undefined {
  const home = variable("HOME");
  const configHome = variable("XDG_CONFIG_HOME") ||
    (home === undefined ? undefined : join(home, ".config"));
  const { gitDir, commonDir } = repository;
  if (gitDir !== undefined && commonDir !== undefined) {
    const own = gitDirConfig(gitDir, commonDir);
    const found = excludesFile(own, join(commonDir, "config"), home, 0);
    if (found !== undefined) return found;
  }
  const files = [
    home === undefined ? undefined : join(home, ".gitconfig"),
    configHome === undefined ? undefined : join(configHome, "git", "config"),
    "/etc/gitconfig",
  ];
  for (const file of files) {
    const found = file && excludesFileIn(file, home, 0);
    if (found) return found;
  }
  return configHome === undefined
    ? undefined
    : join(configHome, "git", "ignore");
}

function excludesFileIn(
  file: string,
  home: string | undefined,
  depth: number,
): string | undefined {
  const text = readGitFile(file);
  if (text === undefined) return undefined;
  return excludesFile(parseGitConfig(text), file, home, depth);
}

/** The value in a config, or in what it includes unconditionally. */
function excludesFile(
  config: GitConfig,
  file: string,
  home: string | undefined,
  depth: number,
): string | undefined {
  const own = configValue(config, "core.excludesfile");
  if (own !== undefined) return withHome(own, home);
  if (depth === MAX_INCLUDE_DEPTH) return undefined;
  for (const include of (config.get("include.path") ?? []).toReversed()) {
    const path = withHome(include, home);
    if (path === undefined) continue;
    const found = excludesFileIn(resolve(file, "..", path), home, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function withHome(path: string, home: string | undefined): string | undefined {
  if (!path.startsWith("~/")) return path;
  return home === undefined ? undefined : join(home, path.slice(2));
}

/** An environment variable, where reading it is allowed; nobody is asked. */
function variable(name: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: name });
  return state === "granted" ? Deno.env.get(name) : undefined;
}
