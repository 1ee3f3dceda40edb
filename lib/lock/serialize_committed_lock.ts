import { deepEqual } from "./deep_equal.ts";
import { BlockWriter } from "./block_writer.ts";
import type { CommittedLock, LockBlock } from "./model.ts";
import { byId, parseCommittedLock } from "./parse_committed_lock.ts";
import { providePair } from "./provide_pair.ts";

/** First line of the committed lock: a person who opens it learns what it is for. */
export const COMMITTED_LOCK_HEADER =
  "# Committed lock of the trusted skill sources, written by skill-sources: commit it, do not edit it.\n";

/**
 * Writes the committed lock (contract section 4): blocks sorted by id, keys in
 * one order, everything quoted that a reader could take for anything but text.
 * The same lock gives the same bytes on every machine.
 *
 * Throws `Error` when the text does not read back as `lock`, so that a fault
 * of this tool never reaches the file.
 */
export function serializeCommittedLock(lock: CommittedLock): string {
  const blocks = lock.blocks.toSorted(byId);
  const text = COMMITTED_LOCK_HEADER +
    (blocks.length === 0 ? "[]\n" : blocks.map(writeBlock).join(""));
  const read = parseCommittedLock(text, "the lock to be written");
  if (!deepEqual(read.blocks.map(withoutLine), blocks.map(withoutLine))) {
    throw new Error("The lock to be written does not read back as it was");
  }
  return text;
}

function withoutLine(
  { line: _, ...block }: LockBlock,
): Omit<LockBlock, "line"> {
  return block;
}

function writeBlock(block: LockBlock): string {
  const writer = new BlockWriter();
  const { pin, layout, policy } = block;
  writer.text("id", block.id);
  writer.text("method", pin.method);
  writer.text("url", pin.url);
  writer.text("ref", pin.ref);
  if (pin.method === "git-tag") writer.text("commit", pin.commit);
  if (pin.method === "svn-zip") writer.text("sha512", pin.sha512);
  if (pin.method !== "git-branch") {
    writer.text("selection", block.selection);
    writer.text("content", block.content);
    writer.text("signer", block.signer);
  }
  if (layout !== undefined && Object.keys(layout).length > 0) {
    writer.open("layout");
    writer.text("skills_root", layout.skillsRoot, 2);
    writer.text("evals_root", layout.evalsRoot, 2);
    writer.list("include", layout.include, 2);
  }
  if (block.provides !== undefined) {
    writer.pairs("provides", block.provides.map(providePair));
  }
  writer.text("keys", policy.keys);
  writer.list("signed_by", policy.signedBy);
  writer.text("manifest", policy.manifest);
  writer.text("allow_unlisted", policy.allowUnlisted?.toString());
  for (const [key, value] of block.extra ?? []) writer.verbatim(key, value);
  return writer.finish();
}
