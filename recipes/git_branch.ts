import { fetchCommit } from "../lib/git/fetch_commit.ts";
import { findRef } from "../lib/git/find_ref.ts";
import { listReleases } from "../lib/git/list_releases.ts";
import { openRemote } from "../lib/git/open_remote.ts";
import type { GitBranchPin } from "../lib/trust/model.ts";
import { checkGitSignature } from "./check_git_signature.ts";
import type { Recipe } from "./recipe.ts";
import { shellQuote } from "./shell_quote.ts";

/**
 * Installs the tip of a branch: work in progress that nobody pinned
 * (RFC-AI-0006 "Install methods"). The branch is `refs/heads/<ref>` and
 * nothing else, `HEAD` least of all.
 */
export const gitBranch: Recipe<GitBranchPin> = {
  async fetch(pin, context) {
    const fetched = await fetchCommit(pin, "branch", () => {}, context);
    return await checkGitSignature(fetched, pin.ref, context);
  },
  async discover({ url, ref }, context) {
    await findRef(await openRemote(url, context), url, "branch", ref);
    return { method: "git-branch", url, ref };
  },
  async releases(url, context) {
    return await listReleases(await openRemote(url, context));
  },
  describe({ url, ref }) {
    const [from, branch] = [url, `refs/heads/${ref}`].map(shellQuote);
    return [
      `git init -q source && cd source`,
      `git fetch -q --depth=1 --no-tags -- ${from} ${branch}`,
      `git checkout -q --detach FETCH_HEAD`,
    ];
  },
};
