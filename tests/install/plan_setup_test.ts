import assert from "node:assert/strict";
import fc from "fast-check";
import type { CommitId, SkillName, SourceId } from "../../lib/base/ids.ts";
import {
  type PlanOptions,
  planSetup,
  type SourceFacts,
} from "../../lib/install/plan_setup.ts";
import type { ResolvedSource } from "../../lib/trust/model.ts";
import {
  branchSource,
  DEFAULTS,
  locked,
  lockedBlock,
  tagSource,
} from "./sample_plan.ts";

const plan = (fact: SourceFacts, options: Partial<PlanOptions> = {}) => {
  const { sources, findings } = planSetup([fact], [], {
    ...DEFAULTS,
    ...options,
  });
  return {
    action: sources[0]!.action,
    updatesLock: sources[0]!.updatesLock,
    rules: findings.map(({ rule, level }) => `${level} ${rule}`),
    message: findings[0]?.message ?? "",
  };
};

Deno.test("an intact source that is locked as trusted is kept", () => {
  const { action, updatesLock, rules } = plan(locked(tagSource("acme")));
  assert.deepEqual({ action, updatesLock, rules }, {
    action: "keep",
    updatesLock: false,
    rules: [],
  });
});

Deno.test("each state on disk has its own action", () => {
  for (
    const [state, action] of [
      ["missing", "restore"],
      ["outdated", "restore"],
      ["unverified", "restore"],
      ["edited", "repair"],
    ] as const
  ) {
    assert.equal(plan(locked(tagSource("acme"), state)).action, action, state);
    const frozen = plan(locked(tagSource("acme"), state), { frozen: true });
    assert.equal(frozen.action, action, state);
    assert.equal(frozen.updatesLock, false);
  }
});

Deno.test("a trusted source without a block is a first pin, never under --frozen", () => {
  const fact = {
    source: tagSource("acme"),
    block: undefined,
    snapshot: "missing",
  } as const;
  assert.equal(plan(fact).action, "first-pin");
  const frozen = plan(fact, { frozen: true });
  assert.equal(frozen.action, "leave");
  assert.deepEqual(frozen.rules, ["error lock-stale"]);
});

Deno.test("whoever changes the pin, the source is left alone", () => {
  const source = tagSource("acme");
  const pin = source.pin as Extract<
    ResolvedSource["pin"],
    { method: "git-tag" }
  >;
  const changes: [string, Partial<ResolvedSource>][] = [
    ["url", { pin: { ...pin, url: "https://example.org/other.git" } }],
    ["ref", { pin: { ...pin, ref: "v2" } }],
    ["anchor", { pin: { ...pin, commit: "b".repeat(40) as CommitId } }],
    ["method", { pin: { method: "git-branch", url: pin.url, ref: "v1" } }],
    ["layout.skills_root", { layout: { ...source.layout, skillsRoot: "." } }],
    ["layout.include", { layout: { ...source.layout, include: [] } }],
    ["provides", { provides: [{ skill: "other" as SkillName }] }],
  ];
  for (const [key, change] of changes) {
    const changed = plan({
      source: tagSource("acme", change),
      block: lockedBlock(source),
      snapshot: "intact",
    });
    assert.equal(changed.action, "leave", key);
    assert.deepEqual(changed.rules, ["error pin-changed"], key);
    assert.ok(changed.message.includes(key), changed.message);
  }
});

Deno.test("a looser manifest policy is a changed pin, a tighter one is applied", () => {
  const loose = tagSource("acme", { policy: { allowUnlisted: true } });
  const tight = tagSource("acme", { policy: {} });
  const loosened = { ...locked(tight), source: loose };
  assert.deepEqual(plan(loosened).rules, ["error pin-changed"]);
  const tightened = plan({ ...locked(loose), source: tight });
  assert.equal(tightened.action, "keep");
  assert.equal(tightened.updatesLock, true);
  const frozen = plan({ ...locked(loose), source: tight }, { frozen: true });
  assert.equal(frozen.updatesLock, false);
  assert.deepEqual(frozen.rules, ["error lock-stale"]);
});

Deno.test("a signature that is demanded and was never verified is fetched for", () => {
  const A = "A".repeat(40);
  const B = "B".repeat(40);
  const KEYS = "https://example.org/KEYS";
  const rows: [ResolvedSource["policy"], string | undefined, string][] = [
    [{ keys: KEYS }, undefined, "restore"],
    [{ keys: KEYS }, A, "keep"],
    [{ keys: KEYS, signedBy: [A] }, A, "keep"],
    [{ keys: KEYS, signedBy: [A] }, B, "restore"],
    [{ signedBy: ["SHA256:x"] }, undefined, "restore"],
  ];
  for (const [policy, signer, action] of rows) {
    const fact = locked(tagSource("acme", { policy }));
    const block = {
      ...fact.block!,
      ...(signer === undefined ? {} : { signer }),
    };
    const found = plan({ ...fact, block });
    assert.equal(found.action, action, JSON.stringify([policy, signer]));
    assert.equal(found.updatesLock, action === "restore");
    assert.deepEqual(found.rules, []);
  }
});

Deno.test("a branch that was fetched before a signature was demanded is never moved for it", () => {
  const policy = { keys: "https://example.org/KEYS" };
  const before = locked(branchSource("wip"));
  const source = { ...before.source, policy };
  const refused = plan({ ...before, source });
  assert.equal(refused.action, "leave");
  assert.deepEqual(refused.rules, ["error signature-required"]);
  const missing = plan({ ...before, source, snapshot: "missing" });
  assert.equal(missing.action, "restore");
  assert.equal(plan(locked(source)).action, "keep");
});

Deno.test("a lock of a selection rule from the future is not guessed at", () => {
  const fact = locked(tagSource("acme"), "missing");
  const refused = plan({ ...fact, block: { ...fact.block!, selection: "2" } });
  assert.equal(refused.action, "leave");
  assert.deepEqual(refused.rules, ["error lock-invalid"]);
});

Deno.test("a branch is refused by --frozen unless it is allowed", () => {
  const fact = locked(branchSource("wip"), "missing");
  assert.deepEqual(plan(fact, { frozen: true }).rules, [
    "error branch-not-pinned",
  ]);
  assert.equal(
    plan(fact, { frozen: true, allowUnpinned: true }).action,
    "restore",
  );
  assert.equal(plan({ ...fact, snapshot: "intact" }).action, "keep");
});

Deno.test("a lock with the RFC's keys only is complete and gets the others", () => {
  const source = tagSource("acme");
  const block = { id: source.id, pin: source.pin, policy: {} };
  const fact = { source, block, snapshot: "unverified" } as const;
  const { action, updatesLock, rules } = plan(fact);
  assert.deepEqual({ action, updatesLock, rules }, {
    action: "restore",
    updatesLock: true,
    rules: [],
  });
  assert.equal(plan(fact, { frozen: true }).updatesLock, false);
});

Deno.test("only a full run without --no-prune removes what nobody trusts", () => {
  const orphans = [
    { id: "gone" as SourceId, locked: true },
    { id: "stray" as SourceId, locked: false },
  ];
  const pruned = (options: Partial<PlanOptions>) => {
    const { prune, findings } = planSetup(
      [locked(tagSource("acme"))],
      orphans,
      {
        ...DEFAULTS,
        ...options,
      },
    );
    return { prune, rules: findings.map(({ rule }) => rule) };
  };
  assert.deepEqual(pruned({}).prune, ["gone", "stray"]);
  assert.deepEqual(pruned({ prune: false }).prune, []);
  assert.deepEqual(pruned({ only: ["acme"] }), { prune: [], rules: [] });
  assert.deepEqual(pruned({ frozen: true }), {
    prune: ["stray"],
    rules: ["lock-stale"],
  });
});

Deno.test("sources that are not chosen are left as they are", () => {
  const { sources } = planSetup(
    [
      locked(tagSource("acme"), "missing"),
      locked(tagSource("other"), "missing"),
    ],
    [],
    { ...DEFAULTS, only: ["other"] },
  );
  assert.deepEqual(sources.map(({ action }) => action), ["leave", "restore"]);
});

Deno.test("no state of the disk ever moves a pin", () => {
  fc.assert(fc.property(
    fc.constantFrom("missing", "intact", "outdated", "unverified", "edited"),
    fc.boolean(),
    (snapshot, frozen) => {
      const source = tagSource("acme");
      const { sources } = planSetup(
        [{ source, block: lockedBlock(source), snapshot } as SourceFacts],
        [],
        { ...DEFAULTS, frozen },
      );
      assert.deepEqual(sources[0]!.block!.pin, source.pin);
      assert.notEqual(sources[0]!.action, "first-pin");
    },
  ));
});
