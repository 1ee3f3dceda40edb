import assert from "node:assert/strict";
import { schemaOf } from "../../lib/schema/schema_of.ts";
import { schemaValidator } from "../support/schema_validator.ts";

const descriptor = schemaValidator(schemaOf("descriptor")!);
const lock = schemaValidator(schemaOf("lock")!);
const localLock = schemaValidator(schemaOf("local-lock")!);

const PIN = {
  method: "git-tag",
  url: "https://git.example/acme.git",
  ref: "v1.0.0",
  commit: "0".repeat(40),
};

/** What is said beside that a branch of the schema failed. */
function faults(document: unknown): string[] {
  return descriptor(document).filter((fault) =>
    !/ must match "(?:then|else)" schema/.test(fault)
  );
}

Deno.test("blocks of a trust list pass, one or several, with keys of anybody's own", () => {
  const blocks: unknown[] = [
    { id: "acme" },
    [],
    [{ id: "acme", ...PIN }, { id: "other" }],
    { id: "acme", "x-note": { any: ["thing"] } },
    { id: "acme", layout: { skills_root: ".", include: null, "x-y": 1 } },
    { id: "acme", provides: [{ skill: "one" }, { family: "read-*" }] },
    { id: "acme", signed_by: "SHA256:abc" },
    { id: "acme", signed_by: ["SHA256:abc", 12] },
  ];
  for (const block of blocks) assert.deepEqual(descriptor(block), []);
});

Deno.test("a fault in a block is said once and at its place, not that nothing fits", () => {
  const cases: readonly (readonly [unknown, RegExp])[] = [
    [{ id: "a", colour: 1 }, /^ must NOT have additional.*"colour"/],
    [[{ id: "a", colour: 1 }], /^\/0 must NOT have additional.*"colour"/],
    [[{ url: "x" }], /^\/0 must have required property 'id'/],
    [{ id: "A b" }, /^\/id must match pattern/],
    [{ id: "a", layout: { rot: "." } }, /^\/layout must NOT.*"rot"/],
    [{ id: "a", method: "hg" }, /^\/method must be equal to one of/],
    [{ id: "a", provides: [{ skill: "A" }] }, /^\/provides\/0\/skill must/],
    [{ id: "a", provides: [] }, /^\/provides must NOT have fewer/],
    [{ id: "a", signed_by: [] }, /^\/signed_by must NOT have fewer/],
    ["text", /^ must be object/],
    [[["a"]], /^\/0 must be object/],
  ];
  for (const [document, said] of cases) {
    const found = faults(document);
    assert.equal(
      found.filter((fault) => said.test(fault)).length,
      1,
      found.join("\n"),
    );
    const elsewhere = found.filter((fault) => !said.test(fault));
    assert.deepEqual(elsewhere, [], JSON.stringify(document));
  }
});

Deno.test("an item of provides is a skill or a family, and not both", () => {
  for (
    const item of [
      {},
      { skill: "a", family: "b-*" },
      { skill: "A", family: "b-*" },
    ]
  ) {
    assert.notDeepEqual(descriptor({ id: "a", provides: [item] }), []);
  }
});

Deno.test("a lock's block has the anchor of its method and no key that is not read", () => {
  const block = { id: "acme", ...PIN };
  assert.deepEqual(lock([block]), []);
  const { commit: _, ...bare } = block;
  assert.deepEqual(lock([{ ...bare, method: "git-branch" }]), []);
  for (
    const wrong of [
      bare,
      { ...block, method: "svn-zip" },
      { ...block, method: "git-branch" },
      { ...block, colour: 1 },
      { ...block, layout: { rot: "." } },
    ]
  ) {
    assert.notDeepEqual(lock([wrong]), [], JSON.stringify(wrong));
  }
  assert.notDeepEqual(localLock([{ id: "acme" }]), []);
});
