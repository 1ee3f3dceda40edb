import assert from "node:assert/strict";
import type { Adopter } from "../../lib/adopter/load_adopter.ts";
import { agentNames } from "../../lib/adopter/named_agents.ts";

/** An adopter as far as its agents go. */
const adopter = (project: string[] | undefined, checkout?: string[]) =>
  ({
    config: { findings: [], ...(project && { agents: project }) },
    locks: { local: { blocks: [], ...(checkout && { agents: checkout }) } },
  }) as unknown as Adopter;

Deno.test("a misspelt agent is named with the nearest, the others count", () => {
  const names = agentNames(adopter(["claude-cod", "kiro"]), undefined);
  assert.deepEqual(names.project, ["kiro"]);
  assert.match(names.findings[0]!.message, /did you mean claude-code/);
});

Deno.test("a misspelt name that stands alone takes no link away", () => {
  const names = agentNames(adopter(["claude"]), undefined);
  assert.equal(names.project, undefined);
  assert.equal(names.findings.length, 1);
});

Deno.test("the command line comes before the choice of the checkout, and is held to its names", () => {
  assert.deepEqual(
    agentNames(adopter(undefined, ["kiro"]), undefined).checkout,
    ["kiro"],
  );
  assert.deepEqual(
    agentNames(adopter(undefined, ["kiro"]), ["goose"]).checkout,
    ["goose"],
  );
  assert.throws(() => agentNames(adopter(undefined), ["gose"]), {
    code: "usage",
  });
});
