import { SkillSourcesError } from "../base/errors.ts";
import type { LocalBlock, LockBlock } from "../lock/model.ts";
import type { ResolvedSource } from "../trust/model.ts";
import { checkRemoteArchive } from "./check_remote_archive.ts";
import { checkRemoteBranch } from "./check_remote_branch.ts";
import { checkRemoteTag } from "./check_remote_tag.ts";
import {
  aboutEntry,
  type RemoteCheck,
  type RemoteCheckContext,
} from "./remote_check.ts";

/**
 * Asks one source what it says now of the ref in the trust list (contract
 * sections 6 and 7, `verify --remote`): whether the tag or archive is still
 * the pinned one, where the branch went, and which release is newer.
 *
 * A source that cannot be asked is a finding of its own; only an interruption
 * and a fault of this tool are thrown.
 */
export async function checkRemote(
  source: ResolvedSource,
  block: LockBlock | undefined,
  local: LocalBlock | undefined,
  context: RemoteCheckContext,
): Promise<RemoteCheck> {
  try {
    switch (source.pin.method) {
      case "git-tag":
        return await checkRemoteTag(source, source.pin, block, context);
      case "git-branch":
        return await checkRemoteBranch(source, source.pin, local, context);
      case "svn-zip":
        return await checkRemoteArchive(source, source.pin, context);
    }
  } catch (error) {
    // What fails because of the interruption is the interruption.
    context.signal.throwIfAborted();
    if (!(error instanceof SkillSourcesError)) throw error;
    const { code: rule, message } = error;
    const fix = repair(source, error);
    return {
      findings: [aboutEntry(source, { rule, level: "error", message, fix })],
    };
  }
}

/** What to do when the source itself says nothing of use. */
function repair(
  { id }: ResolvedSource,
  { code, fix }: SkillSourcesError,
): string {
  switch (code) {
    case "not-found":
    case "ref-missing":
    case "repository-empty":
      return fix ?? `correct the entry of ${id} in the trust list`;
    default:
      return fix ??
        `skill-sources verify ${id} --remote, once the server can be asked`;
  }
}
