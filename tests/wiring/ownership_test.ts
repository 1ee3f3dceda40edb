import assert from "node:assert/strict";
import fc from "fast-check";
import { type CanonicalState, ownLink } from "../../lib/wiring/ownership.ts";

const PREFIXES = ["magpie-"];

function owner(
  text: string,
  name = "magpie-scan",
  folder = ".agents/skills",
  canonical: CanonicalState = "missing",
) {
  return ownLink({ folder, name, text }, PREFIXES, () => canonical);
}

Deno.test("a link into any snapshot's skill of its own name is ours", () => {
  for (
    const text of [
      "../../.apache-magpie-sources/acme/skills/scan",
      "../../.apache-magpie-sources/acme/skills/scan/",
      "../../.apache-magpie-sources/acme/scan",
      "../../.apache-magpie-sources/gone/deep/er/scan",
    ]
  ) {
    const source = text.split("/")[3];
    assert.deepEqual(owner(text), { skill: "scan", source });
    assert.deepEqual(owner(text, "magpie-scan", ".claude/skills"), {
      skill: "scan",
      source,
    });
  }
});

Deno.test("look-alikes are the user's", () => {
  for (
    const text of [
      "/home/me/app/.apache-magpie-sources/acme/skills/scan",
      "../../.apache-magpie-sources/acme/skills/other",
      "../../.apache-magpie-sources/acme/../../docs/scan",
      "../../.apache-magpie-sources/scan",
      "../../.apache-magpie-sources/.state/replaced/scan",
      "../../.apache-magpie-sources/acme//scan",
      "../../.apache-magpie-sources/acme/skills/scan//",
      "../../.apache-magpie-sources-mine/acme/skills/scan",
      "../.apache-magpie-sources/acme/skills/scan",
      "../../.apache-magpie/skills/scan",
      "../../docs",
      "",
    ]
  ) assert.equal(owner(text), undefined, text);
});

Deno.test("magpie-setup and names that are no skill's are never ours", () => {
  for (
    const name of ["magpie-setup", "magpie-", "magpie-Scan", "scan", "my-scan"]
  ) {
    const skill = name.slice(name.indexOf("-") + 1);
    const text = `../../.apache-magpie-sources/acme/skills/${skill}`;
    assert.equal(owner(text, name), undefined, name);
  }
});

Deno.test("a relay is ours unless somebody else's entry stands at the canonical place", () => {
  const relay = "../../.agents/skills/magpie-scan";
  const judge = (canonical: CanonicalState) =>
    owner(relay, "magpie-scan", ".claude/skills", canonical);
  assert.deepEqual(judge("ours"), { skill: "scan" });
  assert.deepEqual(judge("missing"), { skill: "scan" });
  assert.equal(judge("other"), undefined);
  assert.equal(
    owner("../../.agents/skills/magpie-other", "magpie-scan", ".claude/skills"),
    undefined,
  );
});

Deno.test("a canonical entry that leads to itself is no relay of ours", () => {
  assert.equal(owner("../../.agents/skills/magpie-scan"), undefined);
});

Deno.test("whatever is ours names its skill and stays inside the snapshots", () => {
  const part = fc.constantFrom("..", ".", "acme", "scan", "", "a b", ".git");
  fc.assert(fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
    const text = `../../.apache-magpie-sources/${parts.join("/")}`;
    const own = owner(text);
    if (own === undefined) return;
    assert.equal(own.skill, "scan");
    assert.ok(!parts.includes("..") && !parts.includes("."));
    assert.equal(parts.filter((each) => each !== "").at(-1), "scan");
  }));
});
