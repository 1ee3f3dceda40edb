import type { CommandSpec } from "../spec.ts";

/** `worktree-init` as the user sees it. */
export const WORKTREE_INIT: CommandSpec = {
  name: "worktree-init",
  summary: "Link what the main checkout has fetched into a linked worktree",
  description:
    "In a worktree that git worktree add made: links .apache-magpie-sources " +
    "to the main checkout's, and the skills of each source that the " +
    "worktree's own trust list and lock name with the pin that was fetched " +
    "there. Asks nothing, fetches nothing; run again it changes nothing.",
  arguments: [],
  options: [],
  examples: [
    {
      line: "skill-sources worktree-init",
      summary: "Link this worktree",
    },
    {
      line: "skill-sources worktree-init -C ../feature",
      summary: "Link another one",
    },
  ],
  needs: "write",
  load: () => import("../../commands/worktree_init.ts"),
};
