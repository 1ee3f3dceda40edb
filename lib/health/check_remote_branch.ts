import type { Finding } from "../base/finding.ts";
import { relate } from "../git/ancestry.ts";
import { findRef } from "../git/find_ref.ts";
import { openRemote } from "../git/open_remote.ts";
import { redirected } from "../git/redirected.ts";
import type { LocalBlock } from "../lock/model.ts";
import { printable } from "../report/printable.ts";
import type { GitBranchPin, ResolvedSource } from "../trust/model.ts";
import { branchRewritten } from "./branch_rewritten.ts";
import {
  aboutEntry,
  type RemoteCheck,
  type RemoteCheckContext,
} from "./remote_check.ts";

/** Holds the tip of a branch against the commit that this checkout fetched last. */
export async function checkRemoteBranch(
  source: ResolvedSource,
  pin: GitBranchPin,
  local: LocalBlock | undefined,
  context: RemoteCheckContext,
): Promise<RemoteCheck> {
  const remote = await openRemote(pin.url, context);
  const elsewhere = redirected(pin.url, remote.redirectedTo)
    .map((finding) => aboutEntry(source, finding));
  const { id: newer } = await findRef(remote, pin.url, "branch", pin.ref);
  const older = fetchedFrom(pin, local);
  if (older === undefined || older === newer) return { findings: elsewhere };
  const { descends, commits } = await relate(remote, { older, newer });
  const moved = descends === false
    ? branchRewritten(source, older, newer)
    : advanced(source, pin, { older, newer, commits });
  return { findings: [...elsewhere, moved] };
}

/** The commit that was fetched of this very branch. */
function fetchedFrom(
  { url, ref }: GitBranchPin,
  local: LocalBlock | undefined,
): string | undefined {
  const same = local?.method === "git-branch" && local.url === url &&
    local.ref === ref;
  return same ? local.fetchedCommit : undefined;
}

function advanced(
  source: ResolvedSource,
  { ref }: GitBranchPin,
  { older, newer, commits }: {
    readonly older: string;
    readonly newer: string;
    readonly commits: number | undefined;
  },
): Finding {
  const by = commits === undefined
    ? ", and the server does not show whether it descends from it"
    : ` by ${commits} ${commits === 1 ? "commit" : "commits"}`;
  return aboutEntry(source, {
    rule: "branch-moved",
    level: "note",
    message: `The branch ${
      printable(ref)
    } of ${source.id} moved on from the fetched ${older} to ${newer}${by}`,
    fix: `skill-sources upgrade ${source.id}`,
  });
}
