import { SourceError } from "../base/errors.ts";
import { redactUrl } from "../http/redact_url.ts";
import { printable } from "../report/printable.ts";
import { nearestNames } from "./nearest_names.ts";
import type { Remote, RemoteRef } from "./remote.ts";

/** The two namespaces a pin can name. */
export type RefKind = "tag" | "branch";

const FOLDER = { tag: "refs/tags/", branch: "refs/heads/" } as const;
const PLURAL = { tag: "tags", branch: "branches" } as const;
const OTHER = { tag: "branch", branch: "tag" } as const;
/** Names that a message offers. */
const OFFERED = 5;
/** Names that are looked at for the offer. */
const MAX_LOOKED_AT = 20_000;

/**
 * The tag or the branch `ref`, exactly: `HEAD`, a ref of the other kind and a
 * longer name are never taken instead (contract section 3). Throws
 * `SourceError`: `repository-empty`, or `ref-missing` with the nearest names.
 */
export async function findRef(
  remote: Remote,
  url: string,
  kind: RefKind,
  ref: string,
): Promise<RemoteRef> {
  const wanted = FOLDER[kind] + ref;
  // Every answer is read to its end, so that its connection can be used again.
  let found: RemoteRef | undefined;
  for await (const candidate of remote.refs([wanted])) {
    if (candidate.name === wanted) found ??= candidate;
  }
  return found ?? await explainMissing(remote, url, kind, ref);
}

async function explainMissing(
  remote: Remote,
  url: string,
  kind: RefKind,
  ref: string,
): Promise<never> {
  const names: { tag: string[]; branch: string[] } = { tag: [], branch: [] };
  for await (const { name } of remote.refs([FOLDER.tag, FOLDER.branch])) {
    const kind = name.startsWith(FOLDER.tag) ? "tag" : "branch";
    if (names[kind].length < MAX_LOOKED_AT) {
      names[kind].push(name.slice(FOLDER[kind].length));
    }
  }
  const where = shownUrl(url);
  if (names.tag.length + names.branch.length === 0) {
    throw new SourceError(
      "repository-empty",
      `${where} is empty: it has no tags and no branches; check the url.`,
    );
  }
  const other = OTHER[kind];
  const hint = names[other].includes(ref)
    ? ` (there is a ${other} of that name, which git-${other} would take)`
    : "";
  const offered = nearestNames(ref, names[kind], OFFERED)
    .map((name) => `"${printable(name)}"`).join(", ");
  throw new SourceError(
    "ref-missing",
    `${where} has no ${kind} "${printable(ref)}"${hint}; ${
      offered === ""
        ? `it has no ${PLURAL[kind]} at all`
        : `its ${PLURAL[kind]} include ${offered}`
    }.`,
  );
}

/** The url as messages show it, `file://` ones too. */
function shownUrl(url: string): string {
  return printable(redactUrl(url));
}
