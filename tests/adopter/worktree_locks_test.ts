import assert from "node:assert/strict";
import {
  type WorktreeLock,
  worktreeThatNames,
} from "../../lib/adopter/worktree_locks.ts";
import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import { parseLocalLock } from "../../lib/lock/parse_local_lock.ts";

const COMMIT = "1".repeat(40);

function lock(path: string, commit: string): WorktreeLock {
  const text =
    `- id: acme\n  method: git-tag\n  url: https://example.org/acme.git\n  ref: v1.0.0\n  commit: ${commit}\n`;
  const bytes = new TextEncoder().encode(text);
  return { path, blocks: parseCommittedLock(bytes, "lock").blocks };
}

const local = parseLocalLock(
  new TextEncoder().encode(
    `- id: acme\n  source_method: git-tag\n  source_url: https://example.org/acme.git\n  source_ref: v1.0.0\n  fetched_commit: ${COMMIT}\n  fetched_at: "2026-01-02T03:04:05Z"\n`,
  ),
  "local",
).lock!.blocks[0]!;

Deno.test("a snapshot is in use where a lock names its id and its pin", () => {
  const other = lock("/other", "2".repeat(40));
  const same = lock("/same", COMMIT);
  assert.equal(worktreeThatNames([other, same], "acme", local), "/same");
  assert.equal(worktreeThatNames([other], "acme", local), undefined);
  assert.equal(worktreeThatNames([same], "acne", local), undefined);
  assert.equal(worktreeThatNames([], "acme", local), undefined);
});

Deno.test("what is not known keeps the snapshot: no local block, a lock that cannot be read", () => {
  const other = lock("/other", "2".repeat(40));
  const unreadable = { path: "/merging", blocks: undefined };
  assert.equal(worktreeThatNames([other], "acme", undefined), "/other");
  assert.equal(worktreeThatNames([unreadable], "acme", local), "/merging");
});
