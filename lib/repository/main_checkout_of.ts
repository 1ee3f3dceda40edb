import { basename, dirname, join, resolve } from "node:path";
import { ConfigError } from "../base/errors.ts";
import { findRepository } from "./find_repository.ts";
import { readGitFile, realOrSame } from "./git_dir.ts";
import type { Repository } from "./repository.ts";

/**
 * The main checkout: that of a linked worktree, whose snapshots and local lock
 * the worktree shares (contract section 6, `worktree-init`), or `worktree`
 * itself where it is none.
 *
 * A `.git` file and a `commondir` are texts that anybody can put into a folder:
 * they could make another person's repository, or another worktree's state,
 * stand for this one. So what they say has to agree with git's own layout and
 * with what the main repository says of the worktree.
 *
 * @throws {ConfigError} `main-checkout-unknown`, with the git command that
 * mends it.
 */
export function mainCheckoutOf(worktree: Repository): Repository {
  if (worktree.kind !== "linked-worktree") return worktree;
  const { root, gitDir = "", commonDir = "", mainRoot } = worktree;
  if (dirname(gitDir) !== join(commonDir, "worktrees")) {
    throw unknown(
      root,
      `its git directory ${gitDir} is no worktree of ${commonDir}`,
      "git worktree repair",
    );
  }
  if (worktreeOf(gitDir) !== root) {
    throw unknown(
      root,
      `${gitDir}/gitdir names another folder, as after a move without git`,
      "git worktree repair",
    );
  }
  if (mainRoot === undefined) {
    const moved = basename(commonDir) === ".git";
    throw unknown(
      root,
      moved
        ? `${dirname(commonDir)} is no checkout of ${commonDir}`
        : `the separate git directory ${commonDir} does not record it`,
      moved
        ? "git worktree repair"
        : 'in the main checkout: git config core.worktree "$PWD"',
    );
  }
  // One that lies among snapshots is not found by this: somebody planted it.
  const main = findRepository(mainRoot);
  if (
    main.kind !== "main" || main.root !== mainRoot ||
    main.commonDir !== commonDir
  ) {
    throw unknown(root, `${mainRoot} is no checkout of ${commonDir}`);
  }
  return main;
}

/**
 * The folder that the administration of a linked worktree names as its own:
 * the one around the `.git` file in its `gitdir`. Absolute, links resolved.
 *
 * @param gitDir `<common git directory>/worktrees/<name>`
 */
export function worktreeOf(gitDir: string): string | undefined {
  const text = readGitFile(join(gitDir, "gitdir"))?.replace(/[\r\n]+$/, "");
  // Relative to the administration itself where git was told to write it so.
  return text ? realOrSame(dirname(resolve(gitDir, text))) : undefined;
}

function unknown(root: string, why: string, fix?: string): ConfigError {
  return new ConfigError(
    "main-checkout-unknown",
    `${root} is a linked worktree whose main checkout cannot be told: ${why}${
      fix === undefined ? "" : `; run ${fix}`
    }`,
    { path: root, ...(fix === undefined ? {} : { fix }) },
  );
}
