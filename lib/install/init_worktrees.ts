import { join, relative } from "node:path";
import { ConfigError, SkillSourcesError } from "../base/errors.ts";
import type { Finding } from "../base/finding.ts";
import {
  listWorktrees,
  type WorktreePlace,
} from "../repository/list_worktrees.ts";
import { openWorktree } from "../repository/open_worktree.ts";
import type { Repository } from "../repository/repository.ts";
import { initWorktree } from "./init_worktree.ts";
import { unlinkUnlocked } from "./unlink_unlocked.ts";

/** How {@linkcode initWorktrees} works. */
export interface InitWorktreesOptions {
  /** No committed file of a worktree may change. */
  readonly frozen: boolean;
  readonly signal: AbortSignal;
}

/**
 * Does what `worktree-init` does in each linked worktree, at the end of a run
 * in the main checkout and under its lock. Whatever is wrong with a worktree,
 * another branch, a folder that is gone, a file nobody may read, is a warning:
 * the main checkout is set up all the same (contract section 6).
 */
export async function initWorktrees(
  main: Repository,
  { frozen, signal }: InitWorktreesOptions,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const place of listWorktrees(main)) {
    signal.throwIfAborted();
    if (!place.standing) {
      findings.push(absent(place));
      continue;
    }
    const errors = await faultsIn(main, place, frozen);
    if (errors.length > 0) findings.push(warning(main, place, errors));
  }
  return findings;
}

async function faultsIn(
  main: Repository,
  place: WorktreePlace,
  frozen: boolean,
): Promise<Finding[]> {
  try {
    const worktree = openWorktree(main, place);
    // The snapshots were hashed a moment ago, under the same lock.
    const quick = true;
    try {
      const { findings } = await initWorktree(worktree, { quick, frozen });
      return findings.filter(({ level }) => level === "error");
    } catch (error) {
      // This run may have moved what its links lead to.
      if (error instanceof ConfigError) unlinkUnlocked(worktree, { quick });
      throw error;
    }
  } catch (error) {
    if (error instanceof ConfigError) return [...error.findings];
    if (error instanceof SkillSourcesError) return [error.toFinding()];
    const message = error instanceof Error ? error.message : `${error}`;
    return [{ rule: "worktree-skipped", level: "error", message }];
  }
}

function absent({ path, locked }: WorktreePlace): Finding {
  return {
    rule: "worktree-skipped",
    level: "note",
    message: `the linked worktree ${path} is not there${
      locked ? ", and locked" : ""
    }; nothing is linked in it`,
    ...(locked ? {} : { fix: "git worktree prune" }),
  };
}

/** One warning for each worktree: a branch with other pins differs in many sources. */
function warning(
  main: Repository,
  { path }: WorktreePlace,
  errors: readonly Finding[],
): Finding {
  const [first] = errors as [Finding];
  const command = `skill-sources worktree-init -C ${path}`;
  const more = errors.length - 1;
  return {
    ...first,
    level: "warning",
    message: `in the linked worktree ${path}: ${first.message}${
      more === 0 ? "" : ` (and ${more} more; ${command} names them)`
    }`,
    ...(first.path === undefined
      ? {}
      : { path: relative(main.root, join(path, first.path)) }),
    ...(first.fix === undefined ? {} : {
      fix: first.fix.replace(/skill-sources worktree-init$/, command),
    }),
  };
}
