import { MAX_RELEASES } from "../base/limits.ts";
import type { CommitId } from "../base/ids.ts";
import type { Release } from "../release/release.ts";
import { limitExceeded } from "./git_errors.ts";
import type { Remote } from "./remote.ts";

const TAGS = "refs/tags/";

/**
 * Every tag of a repository, its name without `refs/tags/` and what it leads
 * to in the end, as the repository says itself. Throws `SourceError`
 * (`limit-exceeded`): of a shortened list the newest could be missing.
 */
export async function listReleases(
  remote: Remote,
): Promise<Release[]> {
  const releases: Release[] = [];
  for await (const { name, id, peeled } of remote.refs([TAGS])) {
    if (releases.length === MAX_RELEASES) {
      throw limitExceeded(`the repository has more than ${MAX_RELEASES} tags`);
    }
    const commit = (peeled ?? id) as CommitId;
    releases.push({ ref: name.slice(TAGS.length), commit });
  }
  return releases;
}
