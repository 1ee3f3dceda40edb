import { SourceError } from "../base/errors.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import type { Remote, RemoteRef } from "./remote.ts";

/**
 * What a repository shows by default: its `HEAD`. Never for a source, whose
 * ref is always named; for a repository that is only looked at.
 *
 * @throws {SourceError} `repository-empty` when it has no refs at all,
 * `ref-missing` when its `HEAD` leads to none of them
 */
export async function headRef(remote: Remote, url: string): Promise<RemoteRef> {
  let head: RemoteRef | undefined;
  for await (const ref of remote.refs(["HEAD"])) {
    if (ref.name === "HEAD") head ??= ref;
  }
  if (head !== undefined) return head;
  let refs = 0;
  for await (const _ref of remote.refs(["refs/heads/", "refs/tags/"])) refs++;
  const where = printable(redactUrl(url));
  throw refs === 0
    ? new SourceError(
      "repository-empty",
      `${where} is empty: it has no tags and no branches.`,
    )
    : new SourceError(
      "ref-missing",
      `The default branch of ${where} does not exist; choose one in the repository's settings.`,
    );
}
