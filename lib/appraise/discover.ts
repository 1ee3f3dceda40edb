import { SourceError } from "../base/errors.ts";
import { openRemote } from "../git/open_remote.ts";
import { printable } from "../report/printable.ts";
import type { Method, Pin } from "../trust/model.ts";
import { checkGitRef } from "../trust/ref.ts";
import { redactUrl } from "../trust/redact_url.ts";
import { newestRelease } from "../vouch/newest_release.ts";
import { discoverPin, releasesOf } from "../../recipes/mod.ts";
import type { FetchContext } from "../../recipes/recipe.ts";

/** Branches that a message names. */
const NAMED = 5;

/** What is to be pinned. */
export interface Wanted {
  readonly method: Method;
  readonly url: string;
  /** Without it the newest release is taken, where the method has releases. */
  readonly ref?: string;
}

/**
 * Looks up a pin for a source that nobody has pinned yet. Without a ref, that
 * of the newest release, never a branch: which branch would be a guess, and a
 * branch has no anchor.
 *
 * @throws {SourceError} `ref-missing` when there is no release to choose, or
 * no such ref, with the names there are; `repository-empty`
 */
export async function discover(
  { method, url, ref }: Wanted,
  context: FetchContext,
): Promise<Pin> {
  if (ref !== undefined) {
    return await discoverPin({ method, url, ref }, context);
  }
  if (method === "git-branch") {
    return await refuse(url, "A branch has to be named", context);
  }
  const releases = (await releasesOf({ method, url }, context))
    .filter((each) => checkGitRef(each.ref).fault === undefined);
  const { release, offered } = newestRelease(releases);
  if (release !== undefined) return { method: "git-tag", url, ...release };
  if (releases.length === 0) {
    return await refuse(url, "There is no release to pin", context);
  }
  const names = offered.length > 0
    ? offered
    : releases.slice(-NAMED).map((each) => each.ref);
  throw new SourceError(
    "ref-missing",
    `${redactUrl(url)} has ${releases.length} tags, but ${
      offered.length > 0
        ? "they are the versions of several things"
        : "none of them is a release"
    }; name one with --ref, such as ${quoted(names)}.`,
  );
}

/** Says which branches there are, and how one is asked for. */
async function refuse(
  url: string,
  why: string,
  context: FetchContext,
): Promise<never> {
  const folder = "refs/heads/";
  const names: string[] = [];
  for await (
    const { name } of (await openRemote(url, context)).refs([folder])
  ) {
    if (names.length <= NAMED) names.push(name.slice(folder.length));
  }
  if (names.length === 0) {
    throw new SourceError(
      "repository-empty",
      `${
        redactUrl(url)
      } is empty: it has no tags and no branches; check the url.`,
    );
  }
  const more = names.length > NAMED ? " and more" : "";
  throw new SourceError(
    "ref-missing",
    `${why}: ${redactUrl(url)} has the branches ${
      quoted(names.slice(0, NAMED))
    }${more} and no release that was asked for; ask its maintainers for one, or follow a branch as work in progress, without an anchor.`,
    { fix: `--method git-branch --ref ${printable(names[0]!)}` },
  );
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${printable(name)}"`).join(", ");
}
