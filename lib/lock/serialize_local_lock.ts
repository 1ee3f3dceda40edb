import { BlockWriter } from "./block_writer.ts";
import { deepEqual } from "./deep_equal.ts";
import type { LocalBlock, LocalLock } from "./model.ts";
import { byId } from "./parse_committed_lock.ts";
import { parseLocalLock } from "./parse_local_lock.ts";

/** First line of the local lock: a person who opens it learns what it is for. */
export const LOCAL_LOCK_HEADER =
  "# Local lock of the trusted skill sources, written by skill-sources: what this checkout fetched; do not commit it.\n";

/**
 * Writes the local lock, blocks sorted by id. `agents` is repeated in every
 * block (see `parseLocalLock`) and lost when there is no block to hold it.
 *
 * Throws `Error` when the text does not read back as `lock`.
 */
export function serializeLocalLock(lock: LocalLock): string {
  const blocks = lock.blocks.toSorted(byId);
  const text = LOCAL_LOCK_HEADER +
    (blocks.length === 0
      ? "[]\n"
      : blocks.map((block) => writeBlock(block, lock.agents)).join(""));
  const read = parseLocalLock(text, "the local lock to be written");
  const agents = blocks.length === 0 ? undefined : lock.agents;
  if (
    read.lock === undefined || !deepEqual(read.lock.blocks, blocks) ||
    !deepEqual(read.lock.agents, agents)
  ) {
    throw new Error(
      "The local lock to be written does not read back as it was",
    );
  }
  return text;
}

function writeBlock(
  block: LocalBlock,
  agents: readonly string[] | undefined,
): string {
  const writer = new BlockWriter();
  writer.text("id", block.id);
  writer.text("source_method", block.method);
  writer.text("source_url", block.url);
  writer.text("source_ref", block.ref);
  writer.text("fetched_commit", block.fetchedCommit);
  writer.text("fetched_sha512", block.fetchedSha512);
  writer.text("fetched_at", block.fetchedAt);
  writer.text("content", block.content);
  if (block.skills !== undefined) {
    writer.pairs(
      "skills",
      block.skills.map((name) => ["skill", name] as const),
    );
  }
  writer.list("agents", agents);
  return writer.finish();
}
