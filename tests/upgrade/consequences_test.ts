import assert from "node:assert/strict";
import type { LockBlock } from "../../lib/lock/model.ts";
import type { Policy, ResolvedSource } from "../../lib/trust/model.ts";
import { consequences } from "../../lib/upgrade/consequences.ts";

const [ours, theirs] = ["A".repeat(40), "B".repeat(40)];
const pin = { method: "git-branch", url: "https://a.example/x", ref: "main" };

/** The rules that moving a branch breaks, which locks no signer. */
function rules(
  was: Policy,
  is: Policy,
  signer?: string,
): { rule: string; message: string }[] {
  const block = { id: "acme", pin, policy: was } as unknown as LockBlock;
  const vouched = { file: "skill-sources.md", line: 1, column: 1 };
  const source = { id: "acme", pin, policy: is, vouched };
  return consequences({
    block,
    source: source as unknown as ResolvedSource,
    signer,
    ancestry: "descendant",
    olderVersion: false,
  }, new Set());
}

Deno.test("a branch whose demand of a signature is dropped is a signer change", () => {
  for (const was of [{ signedBy: [ours] }, { keys: "KEYS" }]) {
    const [found, ...more] = rules(was, {});
    assert.equal(found?.rule, "signer-changed");
    assert.match(found?.message ?? "", /is not held to any signature/);
    assert.deepEqual(more, []);
  }
  assert.deepEqual(rules({}, {}), []);
});

Deno.test("a branch that somebody signed whom its block did not list is a signer change", () => {
  const widened = { signedBy: [ours, theirs], keys: "KEYS" };
  const was = { signedBy: [ours], keys: "KEYS" };
  assert.equal(rules(was, widened, theirs)[0]?.rule, "signer-changed");
  assert.deepEqual(rules(was, widened, ours), []);
});

Deno.test("a branch that is judged by other keys than before is a signer change", () => {
  const was = { keys: "KEYS" };
  const now = { keys: "https://evil.example/KEYS" };
  assert.equal(rules(was, now, ours)[0]?.rule, "signer-changed");
  assert.deepEqual(rules(was, was, ours), []);
  // Whoever had to sign is known by more than the file of keys.
  const listed = { signedBy: [ours] };
  assert.deepEqual(
    rules({ ...was, ...listed }, { ...now, ...listed }, ours),
    [],
  );
});
