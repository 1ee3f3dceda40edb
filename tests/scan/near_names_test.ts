import assert from "node:assert/strict";
import fc from "fast-check";
import { editDistance } from "../../lib/base/edit_distance.ts";
import { nearNameFindings } from "../../lib/scan/near_name_findings.ts";
import { nearNames } from "../../lib/scan/near_names.ts";

const KNOWN = ["acme-security-skills", "solana-wallet-tracker"];

Deno.test("a name at distance one or two from a known one is named with it", () => {
  for (
    const [name, distance] of [
      ["acme-security-skill", 1],
      ["acme-security-skills1", 1],
      ["acme-secunty-skills", 2],
      ["acme-securtiy-skills", 1],
      ["acme-securlty-skllls", 2],
    ] as const
  ) {
    assert.deepEqual(nearNames([name], KNOWN).found, [
      { name, known: "acme-security-skills", distance },
    ]);
  }
});

Deno.test("known names, other names, series and short names pass", () => {
  for (
    const [name, known] of [
      ["acme-security-skills", KNOWN[0]!],
      ["acme-safety-skills", KNOWN[0]!],
      ["release-2", "release-3"],
      ["step-10", "step-9"],
      ["pdf", "ppt"],
      ["docx", "xlsx"],
      ["a".repeat(90), "a".repeat(89)],
    ] as const
  ) assert.deepEqual(nearNames([name], [known]).found, [], name);
  assert.equal(nearNames(["lint"], ["link"]).found.length, 1);
});

Deno.test("the quick bound loses no near name", () => {
  const name = fc.string({
    unit: fc.constantFrom("a", "b", "c", "-"),
    minLength: 6,
    maxLength: 12,
  });
  fc.assert(fc.property(name, name, (a, b) => {
    const distance = editDistance(a, b);
    const { found } = nearNames([a], [b]);
    assert.equal(found.length, distance === 1 || distance === 2 ? 1 : 0);
    if (found.length === 1) assert.equal(found[0]!.distance, distance);
  }));
});

Deno.test("ten thousands of names against as many are no burden, and what is not compared is said", () => {
  const names = (start: string) =>
    Array.from({ length: 30_000 }, (_, at) => `${start}-${at}`);
  const findings = nearNameFindings("skill", names("acme"), names("acmf"));
  const last = findings.at(-1)?.message ?? "";
  const left = Number(/^(\d+) more new names/.exec(last)?.[1]);
  assert.ok(left > 0 && left < 30_000, last);
});
