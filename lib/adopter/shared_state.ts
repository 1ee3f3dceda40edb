import type { LocalBlock, LockBlock } from "../lock/model.ts";
import {
  type SourceState,
  sourceState,
  type SourceStateOptions,
} from "./source_state.ts";

/**
 * What the snapshot in the main checkout is to a linked worktree: compared with
 * the worktree's own committed lock and the main checkout's local lock.
 *
 * A block that names no content, as the Magpie setup skill writes it, is as
 * good as the pin: where the local lock says that the main checkout fetched the
 * very same pin, what it verified then is what this pin stands for.
 *
 * @param snapshotsRoot the main checkout
 */
export function sharedState(
  snapshotsRoot: string,
  block: LockBlock,
  local: LocalBlock | undefined,
  options: SourceStateOptions,
): SourceState {
  const content = block.pin.method === "git-branch"
    ? undefined
    : block.content ?? local?.content;
  return sourceState(
    snapshotsRoot,
    block.id,
    content === undefined ? block : { ...block, content },
    local,
    options,
  );
}
