import { basename, join } from "node:path";
import { foldersIn } from "./list_folder.ts";
import { isFolder } from "./git_dir.ts";
import { worktreeOf } from "./main_checkout_of.ts";
import { lstatOrUndefined } from "./real_folder.ts";
import type { Repository } from "./repository.ts";

/** A linked worktree as the main repository's administration knows it. */
export interface WorktreePlace {
  /** Its folder, absolute; its administration's where that names none. */
  readonly path: string;
  /** `<common git directory>/worktrees/<name>`. */
  readonly gitDir: string;
  /** Whether a folder stands there: a disk may be away, or `git worktree prune` due. */
  readonly standing: boolean;
  /** Somebody locked it with `git worktree lock`. */
  readonly locked: boolean;
}

/** A place that Deno may not look at, as below `/dev`, is not known to be empty. */
function stands(path: string): boolean {
  try {
    return isFolder(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return true;
    throw error;
  }
}

/**
 * The linked worktrees of a repository, in the order of their names. What
 * stands there is not looked at: see `openWorktree`.
 *
 * @param main the main checkout
 */
export function listWorktrees(main: Repository): WorktreePlace[] {
  const { commonDir } = main;
  // With a bare main no checkout owns the others.
  if (commonDir === undefined || main.bareMain) return [];
  return foldersIn(commonDir, "worktrees").map((name) => {
    const gitDir = join(commonDir, "worktrees", name);
    const path = worktreeOf(gitDir);
    return {
      path: path ?? join("worktrees", basename(gitDir)),
      gitDir,
      standing: path !== undefined && stands(path),
      locked: lstatOrUndefined(join(gitDir, "locked")) !== undefined,
    };
  });
}
