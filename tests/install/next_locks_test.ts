import assert from "node:assert/strict";
import { contentDigest, type SourceId } from "../../lib/base/ids.ts";
import type { StagedSource } from "../../lib/install/fetch_source.ts";
import { nextBlocks, nextLocalLock } from "../../lib/install/next_locks.ts";
import {
  type PlanOptions,
  planSetup,
  type SourceFacts,
} from "../../lib/install/plan_setup.ts";
import type { LockBlock } from "../../lib/lock/model.ts";
import { serializeCommittedLock } from "../../lib/lock/serialize_committed_lock.ts";
import type { ResolvedSource } from "../../lib/trust/model.ts";
import {
  branchSource,
  CONTENT,
  DEFAULTS,
  locked,
  lockedBlock,
  tagSource,
} from "./sample_plan.ts";

const OTHER = contentDigest("d".repeat(64))!;

function staged(source: ResolvedSource, content = CONTENT): StagedSource {
  return {
    source,
    content,
    inventory: { usable: [], unusable: [], findings: [] },
    findings: [],
    fileCount: 1,
  };
}

function outcome(
  facts: readonly SourceFacts[],
  fetched: readonly StagedSource[] = [],
  options: Partial<PlanOptions> = {},
  orphans: readonly string[] = [],
) {
  return {
    plan: planSetup(
      facts,
      orphans.map((id) => ({ id: id as SourceId, locked: true })),
      { ...DEFAULTS, ...options },
    ),
    staged: new Map(fetched.map((item) => [item.source.id, item])),
  };
}

const first = (source: ResolvedSource): SourceFacts => ({
  source,
  block: undefined,
  snapshot: "missing",
});

Deno.test("a first pin is locked once its bytes are verified, and not before", () => {
  const source = tagSource("acme");
  const done = nextBlocks([], outcome([first(source)], [staged(source)]));
  assert.deepEqual(done, [lockedBlock(source)]);
  assert.deepEqual(nextBlocks([], outcome([first(source)])), []);
});

Deno.test("a source that failed keeps its block, the others are locked", () => {
  const good = tagSource("good");
  const bad = tagSource("bad");
  const old: LockBlock = { id: bad.id, pin: bad.pin, policy: {} };
  const blocks = nextBlocks(
    [old],
    outcome(
      [{ source: bad, block: old, snapshot: "missing" }, first(good)],
      [staged(good)],
    ),
  );
  assert.equal(blocks[0], old);
  assert.deepEqual(blocks.map(({ id }) => id), ["bad", "good"]);
});

Deno.test("blocks that nothing changes stay the same objects", () => {
  const fact = locked(tagSource("acme"));
  const current = [fact.block!];
  assert.equal(nextBlocks(current, outcome([fact]))[0], current[0]);
});

Deno.test("an RFC-only block gets content, layout and provides and keeps its x- keys", () => {
  const source = tagSource("acme");
  const extra = new Map([["x-note", "kept"]]);
  const block: LockBlock = {
    id: source.id,
    pin: source.pin,
    policy: {},
    extra,
  };
  const [next] = nextBlocks(
    [block],
    outcome([{ source, block, snapshot: "missing" }], [staged(source)]),
  );
  assert.deepEqual(next, { ...lockedBlock(source), extra });
});

Deno.test("a branch is locked without content, so that the lock never depends on its tip", () => {
  const source = branchSource("wip");
  const lockOf = (content: typeof CONTENT) =>
    serializeCommittedLock({
      blocks: nextBlocks(
        [],
        outcome([first(source)], [staged(source, content)]),
      ),
    });
  assert.equal(lockOf(CONTENT), lockOf(OTHER));
  assert.ok(!lockOf(CONTENT).includes("content"));
});

Deno.test("pruned blocks go, others stay", () => {
  const gone = lockedBlock(tagSource("gone"));
  const fact = locked(tagSource("acme"));
  const blocks = nextBlocks(
    [gone, fact.block!],
    outcome([fact], [], {}, ["gone"]),
  );
  assert.deepEqual(blocks.map(({ id }) => id), ["acme"]);
});

Deno.test("the local lock says when something was fetched, and stays when nothing was", () => {
  const fact = locked(tagSource("acme"), "missing");
  const linked = new Map([[fact.source.id, ["scan"]]]);
  const facts = (
    local: Parameters<typeof nextLocalLock>[1]["local"],
    now: string,
  ) => ({
    local,
    linked,
    agents: undefined,
    now,
  });
  const early = nextLocalLock(
    outcome([fact], [staged(fact.source)]),
    facts(undefined, "2026-01-01T00:00:00Z"),
  );
  assert.equal(early.blocks[0]?.fetchedAt, "2026-01-01T00:00:00Z");
  assert.deepEqual(early.blocks[0]?.skills, ["scan"]);
  const later = nextLocalLock(
    outcome([{ ...fact, snapshot: "intact" }]),
    facts(early, "2026-02-02T00:00:00Z"),
  );
  assert.deepEqual(later, early);
});

Deno.test("a local lock that was lost is rebuilt for an intact snapshot", () => {
  const fact = locked(tagSource("acme"));
  const lock = nextLocalLock(outcome([fact]), {
    local: undefined,
    linked: new Map(),
    agents: ["kiro"],
    now: "2026-01-01T00:00:00Z",
  });
  assert.equal(lock.blocks[0]?.content, CONTENT);
  assert.equal(lock.blocks[0]?.fetchedCommit, "a".repeat(40));
  assert.deepEqual(lock.agents, ["kiro"]);
});

Deno.test("a local lock of another pin than the intact snapshot's is rebuilt", () => {
  const fact = locked(tagSource("acme"));
  const { source: { pin: { url } } } = fact;
  const lock = nextLocalLock(outcome([fact]), {
    local: {
      blocks: [{
        id: fact.source.id,
        method: "git-tag",
        url,
        ref: "v0",
        fetchedAt: "2025-01-01T00:00:00Z",
      }],
    },
    linked: new Map(),
    agents: undefined,
    now: "2026-01-01T00:00:00Z",
  });
  assert.equal(lock.blocks[0]?.ref, "v1");
  assert.equal(lock.blocks[0]?.content, CONTENT);
});
