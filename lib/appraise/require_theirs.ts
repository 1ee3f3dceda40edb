import { SourceError } from "../base/errors.ts";
import { formatPosition } from "../base/position.ts";
import { printable } from "../report/printable.ts";
import type { Pin } from "../trust/model.ts";
import type { VouchRequest } from "./request.ts";

/**
 * An organization's anchor is never a pin, but one that the source disagrees
 * with is what a moved tag looks like.
 *
 * @throws {SourceError} `tag-moved` or `archive-changed`
 */
export function requireTheirs({ curated, ref }: VouchRequest, pin: Pin): void {
  const theirs = curated?.descriptor;
  if (theirs?.ref === undefined || theirs.ref.value !== ref) return;
  const [said, found] = pin.method === "git-tag"
    ? [theirs.commit, pin.commit]
    : pin.method === "svn-zip"
    ? [theirs.sha512, pin.sha512]
    : [];
  if (said === undefined || said.value === found) return;
  throw new SourceError(
    pin.method === "git-tag" ? "tag-moved" : "archive-changed",
    `${formatPosition(said.at)}: The organization pins ${said.value} for ${
      printable(pin.ref)
    }, and the source gives ${found} now; ask there which is right before you vouch for either.`,
  );
}
