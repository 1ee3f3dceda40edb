import type { CommitId } from "../lib/base/ids.ts";
import { checkTagPin } from "../lib/git/check_pin.ts";
import { fetchCommit } from "../lib/git/fetch_commit.ts";
import { findRef } from "../lib/git/find_ref.ts";
import { listReleases } from "../lib/git/list_releases.ts";
import { openRemote } from "../lib/git/open_remote.ts";
import type { GitTagPin } from "../lib/trust/model.ts";
import { checkGitSignature } from "./check_git_signature.ts";
import type { Recipe } from "./recipe.ts";
import { shellQuote } from "./shell_quote.ts";

/**
 * Installs the commit that a tag leads to, when it is the pinned one
 * (RFC-AI-0006 "Install methods"). The tag is `refs/tags/<ref>` and nothing
 * else: `git clone --branch` would take a branch of the same name.
 */
export const gitTag: Recipe<GitTagPin> = {
  async fetch(pin, context) {
    const fetched = await fetchCommit(
      pin,
      "tag",
      (ref, format) => checkTagPin(pin, ref, format),
      {
        ...context,
        wantsTag: context.signing !== undefined || context.observe === true,
      },
    );
    return await checkGitSignature(fetched, pin.ref, context);
  },
  async discover({ url, ref }, context) {
    const remote = await openRemote(url, context);
    const found = await findRef(remote, url, "tag", ref);
    const commit = (found.peeled ?? found.id) as CommitId;
    return { method: "git-tag", url, ref, commit };
  },
  async releases(url, context) {
    return await listReleases(await openRemote(url, context));
  },
  describe({ url, ref, commit }) {
    const format = commit.length === 64 ? " --object-format=sha256" : "";
    const tag = `refs/tags/${ref}`;
    const [from, refspec] = [url, `${tag}:${tag}`].map(shellQuote);
    return [
      `git init -q${format} source && cd source`,
      `git fetch -q --depth=1 --no-tags -- ${from} ${refspec}`,
      `test "$(git rev-parse ${shellQuote(`${tag}^{commit}`)})" = ${commit}`,
      `git checkout -q --detach ${commit}`,
    ];
  },
};
