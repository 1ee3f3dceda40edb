import assert from "node:assert/strict";
import type { SafePath, SkillName, SourceId } from "../../lib/base/ids.ts";
import { composeSteps, type Decided } from "../../lib/install/compose_steps.ts";
import type { LinkPlan } from "../../lib/wiring/link_plan.ts";
import { lockedBlock, tagSource } from "./sample_plan.ts";

const link = (name: string) => ({
  path: `.agents/skills/magpie-${name}` as SafePath,
  text: `../../.apache-magpie-sources/acme/skills/${name}`,
  skill: name as SkillName,
  source: "acme" as SourceId,
});

const LINKS: LinkPlan = {
  create: [],
  rewrite: [],
  remove: [],
  keep: [],
  collisions: [],
  refused: [],
};

const decided = (change: Partial<Decided>): Decided => ({
  staging: "staging-0",
  staged: [],
  prune: [],
  links: LINKS,
  gitignore: { current: undefined, next: undefined },
  committed: { blocks: [], previous: [], current: undefined },
  local: undefined,
  ...change,
});

Deno.test("nothing decided means no step, so that a second run writes nothing", () => {
  assert.deepEqual(composeSteps(decided({})), []);
  const block = lockedBlock(tagSource("acme"));
  const current = new TextEncoder().encode("laid out by another tool");
  assert.deepEqual(
    composeSteps(decided({
      committed: { blocks: [block], previous: [block], current },
    })),
    [],
  );
});

Deno.test("links go before snapshots, snapshots come before links, locks come last", () => {
  const block = lockedBlock(tagSource("acme"));
  const steps = composeSteps(decided({
    prune: ["gone" as SourceId],
    staged: [{
      source: tagSource("acme"),
      content: block.content!,
      inventory: { usable: [], unusable: [], findings: [] },
      findings: [],
      fileCount: 1,
    }],
    links: {
      ...LINKS,
      create: [link("new")],
      rewrite: [link("moved")],
      remove: [link("old")],
    },
    gitignore: { current: undefined, next: new Uint8Array([10]) },
    committed: { blocks: [block], previous: [], current: undefined },
    local: {
      lock: {
        blocks: [{
          id: "acme" as SourceId,
          method: "git-tag",
          url: "https://example.org/acme.git",
          ref: "v1",
          fetchedAt: "2026-01-01T00:00:00Z",
        }],
      },
      current: undefined,
    },
  }));
  assert.deepEqual(
    steps.map((step) => step.step === "write" ? step.file : step.step),
    [
      "unlink",
      "retire",
      "place",
      ".gitignore",
      "link",
      "link",
      ".apache-magpie.sources.lock",
      ".apache-magpie.sources.local.lock",
    ],
  );
});
