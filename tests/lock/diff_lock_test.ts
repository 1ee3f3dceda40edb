import assert from "node:assert/strict";
import type {
  ContentDigest,
  OrganizationName,
  SafePath,
  SourceId,
} from "../../lib/base/ids.ts";
import { blockOf } from "../../lib/lock/block_of.ts";
import { diffLock } from "../../lib/lock/diff_lock.ts";
import type { LockBlock } from "../../lib/lock/model.ts";
import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import { serializeCommittedLock } from "../../lib/lock/serialize_committed_lock.ts";
import { sourceFromBlock } from "../../lib/lock/source_from_block.ts";
import type { Policy, ResolvedSource } from "../../lib/trust/model.ts";

const A = "A".repeat(40);
const B = "B".repeat(40);
const CONTENT = "c".repeat(64) as ContentDigest;

function source(change: Partial<Record<keyof ResolvedSource, unknown>> = {}) {
  return {
    id: "acme" as SourceId,
    organization: "independent" as OrganizationName,
    pin: {
      method: "git-tag",
      url: "https://example.org/a",
      ref: "v1",
      commit: "a".repeat(40),
    },
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "tools/skill-evals/evals" as SafePath,
    },
    provides: [{ skill: "acme-scan" }, { family: "acme-audit" }],
    policy: {},
    vouched: { file: "skill-sources.md", line: 3, column: 3 },
    ...change,
  } as unknown as ResolvedSource;
}

const written = (from: ResolvedSource): LockBlock =>
  blockOf(from, { content: CONTENT, selection: "1" });
const rfcOnly = (from: ResolvedSource): LockBlock => ({
  id: from.id,
  pin: from.pin,
  policy: {},
});

function kinds(is: ResolvedSource, block: LockBlock): Record<string, string> {
  return Object.fromEntries(
    diffLock(is, block).differences.map(({ key, kind }) => [key, kind]),
  );
}

Deno.test("a block made from a source does not differ from it", () => {
  assert.deepEqual(kinds(source(), written(source())), {});
  const through = parseCommittedLock(
    serializeCommittedLock({ blocks: [written(source())] }),
    "f",
  ).blocks[0]!;
  assert.deepEqual(kinds(source(), through), {});
});

Deno.test("name, maintainer and organization are no difference", () => {
  const other = source({ name: "N", maintainer: "M", organization: "other" });
  assert.deepEqual(kinds(other, written(source())), {});
});

const pins: [string, string, Partial<Record<keyof ResolvedSource, unknown>>][] =
  [
    ["url", "url", {
      pin: { ...source().pin, url: "https://example.org/evil" },
    }],
    ["ref", "ref", { pin: { ...source().pin, ref: "v2" } }],
    ["anchor", "anchor", { pin: { ...source().pin, commit: "b".repeat(40) } }],
    ["layout", "layout.skills_root", {
      layout: { ...source().layout, skillsRoot: "." },
    }],
    ["a narrowed snapshot", "layout.include", {
      layout: { ...source().layout, include: [] },
    }],
    ["one more skill", "provides", {
      provides: [...source().provides, { skill: "acme-more" }],
    }],
    ["a family where a skill was", "provides", {
      provides: [{ skill: "acme-scan" }, { family: "acme" }],
    }],
  ];
for (const [name, key, change] of pins) {
  Deno.test(`pin changed, whoever changed it: ${name}`, () => {
    assert.deepEqual(kinds(source(change), written(source())), {
      [key]: "pin",
    });
    assert.deepEqual(kinds(source(), written(source(change))), {
      [key]: "pin",
    });
  });
}

Deno.test("another method is a changed pin, and so is losing the anchor", () => {
  const branch = source({
    pin: { method: "git-branch", url: "https://example.org/a", ref: "v1" },
  });
  assert.deepEqual(kinds(branch, written(source())), {
    method: "pin",
    anchor: "pin",
  });
});

Deno.test("order and repetitions in lists are no difference, and keep the lock's bytes", () => {
  const one = source({
    policy: { signedBy: [A, B], keys: "KEYS" },
    layout: { ...source().layout, include: ["b", "a"] },
  });
  const two = source({
    provides: source().provides.toReversed(),
    policy: { signedBy: [B, A, A], keys: "KEYS" },
    layout: { ...source().layout, include: ["a", "b", "a"] },
  });
  const older = written(one);
  assert.deepEqual(kinds(two, older), {});
  assert.deepEqual(
    blockOf(two, { content: CONTENT, selection: "1" }, older),
    older,
  );
});

Deno.test("a block with only the RFC's keys differs in nothing: its absent keys are unknown", () => {
  const full = source({
    policy: { keys: "KEYS", signedBy: [A], manifest: "required" },
    layout: { ...source().layout, include: ["a"] },
  });
  assert.deepEqual(kinds(full, rfcOnly(source())), {
    "layout.skills_root": "absent",
    "layout.evals_root": "absent",
    "layout.include": "absent",
    provides: "absent",
    keys: "absent",
    signed_by: "absent",
    manifest: "absent",
  });
  assert.equal(
    kinds(source(), rfcOnly(source()))["layout.include"],
    undefined,
  );
});

const policies: [string, Policy, Policy, string, string][] = [
  ["keys added", {}, { keys: "KEYS" }, "keys", "tightened"],
  ["keys removed", { keys: "KEYS" }, {}, "keys", "loosened"],
  [
    "keys from elsewhere",
    { keys: "KEYS" },
    { keys: "OTHER" },
    "keys",
    "loosened",
  ],
  ["signers added", {}, { signedBy: [A] }, "signed_by", "tightened"],
  ["signers removed", { signedBy: [A] }, {}, "signed_by", "loosened"],
  [
    "one signer more",
    { signedBy: [A] },
    { signedBy: [A, B] },
    "signed_by",
    "loosened",
  ],
  [
    "one signer fewer",
    { signedBy: [A, B] },
    { signedBy: [A] },
    "signed_by",
    "tightened",
  ],
  [
    "another signer",
    { signedBy: [A] },
    { signedBy: [B] },
    "signed_by",
    "loosened",
  ],
  ["manifest required", {}, { manifest: "required" }, "manifest", "tightened"],
  ["manifest off", {}, { manifest: "off" }, "manifest", "loosened"],
  [
    "manifest no longer required",
    { manifest: "required" },
    {},
    "manifest",
    "loosened",
  ],
  ["manifest no longer off", { manifest: "off" }, {}, "manifest", "tightened"],
  [
    "unlisted allowed",
    {},
    { allowUnlisted: true },
    "allow_unlisted",
    "loosened",
  ],
  [
    "unlisted no longer allowed",
    { allowUnlisted: true },
    {},
    "allow_unlisted",
    "tightened",
  ],
];
for (const [name, was, is, key, kind] of policies) {
  Deno.test(`policy: ${name} is ${kind}`, () => {
    assert.deepEqual(
      kinds(source({ policy: is }), written(source({ policy: was }))),
      { [key]: kind },
    );
  });
}

Deno.test("policy: a default spelled out is no difference", () => {
  const spelled = source({
    policy: { manifest: "if-present", allowUnlisted: false },
  });
  assert.deepEqual(kinds(spelled, written(source())), {});
  assert.deepEqual(kinds(source(), written(spelled)), {});
});

Deno.test("policy: loosening a key that a hand-written block has is seen too", () => {
  const block = { ...rfcOnly(source()), policy: { signedBy: [A] } };
  assert.equal(kinds(source(), block)["signed_by"], "loosened");
});

Deno.test("policy: a written git-branch block without keys demanded none", () => {
  const pin = { method: "git-branch", url: "https://example.org/a", ref: "v1" };
  const block = written(source({ pin }));
  assert.equal(block.content, undefined);
  assert.deepEqual(kinds(source({ pin, policy: { keys: "KEYS" } }), block), {
    keys: "tightened",
  });
});

Deno.test("the x- keys of an older block stay", () => {
  const extra = new Map([["x-team", " a"]]);
  const block = blockOf(source(), { content: CONTENT }, {
    ...rfcOnly(source()),
    extra,
  });
  assert.deepEqual(block.extra, extra);
});

Deno.test("locked facts carry the default roots and no invented provides", () => {
  assert.deepEqual(sourceFromBlock(rfcOnly(source())), {
    id: "acme",
    pin: source().pin,
    layout: { skillsRoot: "skills", evalsRoot: "tools/skill-evals/evals" },
    policy: {},
  });
  const full = source({
    layout: { skillsRoot: ".", evalsRoot: "e", include: [] },
  });
  assert.deepEqual(sourceFromBlock(written(full)).layout, full.layout);
});
