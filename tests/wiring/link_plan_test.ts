import assert from "node:assert/strict";
import fc from "fast-check";
import type { SafePath, SkillName, SourceId } from "../../lib/base/ids.ts";
import {
  type LinkClaim,
  type LinkPlanInput,
  planLinks,
} from "../../lib/wiring/link_plan.ts";
import { type StandingEntry, standingPath } from "../../lib/wiring/standing.ts";

const FOLDERS = [".agents/skills", ".claude/skills"];

function claim(source: string, skill: string): LinkClaim {
  return {
    source: source as SourceId,
    skill: skill as SkillName,
    skillsRoot: "skills" as SafePath,
  };
}

function link(path: string, text: string): StandingEntry {
  return { ...place(path), kind: "symlink", text };
}

function place(path: string) {
  const at = path.lastIndexOf("/");
  return { folder: path.slice(0, at), name: path.slice(at + 1) };
}

const canonical = (source: string, skill: string, prefix = "magpie-") =>
  link(
    `.agents/skills/${prefix}${skill}`,
    `../../.apache-magpie-sources/${source}/skills/${skill}`,
  );
const relay = (skill: string, prefix = "magpie-", folder = ".claude/skills") =>
  link(
    `${folder}/${prefix}${skill}`,
    `../../.agents/skills/${prefix}${skill}`,
  );

function plan(input: Partial<LinkPlanInput>) {
  return planLinks({
    claims: [],
    existing: [],
    folders: FOLDERS,
    prefix: "magpie-",
    takenNames: new Set(),
    ...input,
  });
}

const paths = (links: readonly { path?: string }[]) =>
  links.map(({ path }) => path);

Deno.test("a first run makes a canonical link and a relay in each other target", () => {
  const { create, collisions, remove } = plan({
    claims: [claim("acme", "scan")],
  });
  assert.deepEqual(create.map(({ path, text }) => [path, text]), [
    [
      ".agents/skills/magpie-scan",
      "../../.apache-magpie-sources/acme/skills/scan",
    ],
    [".claude/skills/magpie-scan", "../../.agents/skills/magpie-scan"],
  ]);
  assert.deepEqual([collisions, remove], [[], []]);
});

Deno.test("a skills root of the whole source leaves no dot in the link", () => {
  const { create } = plan({
    claims: [{ ...claim("acme", "scan"), skillsRoot: "." }],
  });
  assert.equal(create[0]?.text, "../../.apache-magpie-sources/acme/scan");
});

Deno.test("links that stand are kept, also with a trailing slash", () => {
  const slashed = { ...canonical("acme", "scan") };
  const result = plan({
    claims: [claim("acme", "scan")],
    existing: [{ ...slashed, text: `${slashed.text}/` }, relay("scan")],
  });
  assert.equal(result.keep.length, 2);
  assert.deepEqual([result.create, result.rewrite, result.remove], [
    [],
    [],
    [],
  ]);
});

Deno.test("a link of ours with another text is rewritten", () => {
  const result = plan({
    claims: [claim("acme", "scan")],
    existing: [
      link(
        ".agents/skills/magpie-scan",
        "../../.apache-magpie-sources/acme/old-root/scan",
      ),
      // Made by hand past the canonical entry.
      link(
        ".claude/skills/magpie-scan",
        "../../.apache-magpie-sources/acme/skills/scan",
      ),
    ],
  });
  assert.deepEqual(paths(result.rewrite), [
    ".agents/skills/magpie-scan",
    ".claude/skills/magpie-scan",
  ]);
});

Deno.test("what the user put there is named and left alone, the rest is linked", () => {
  const result = plan({
    claims: [claim("acme", "scan")],
    folders: [...FOLDERS, ".github/skills", ".kiro/skills"],
    existing: [
      canonical("acme", "scan"),
      { ...place(".claude/skills/magpie-scan"), kind: "folder" },
      link(".github/skills/magpie-scan", "../../my-skills/scan"),
      { ...place(".kiro/skills/magpie-scan"), kind: "file" },
    ],
  });
  assert.deepEqual(paths(result.collisions), [
    ".claude/skills/magpie-scan",
    ".github/skills/magpie-scan",
    ".kiro/skills/magpie-scan",
  ]);
  assert.ok(
    result.collisions.every(({ level, rule }) =>
      level === "error" && rule === "name-collision"
    ),
  );
  assert.deepEqual(paths(result.keep), [".agents/skills/magpie-scan"]);
  assert.deepEqual([result.create, result.rewrite, result.remove], [
    [],
    [],
    [],
  ]);
});

Deno.test("a user's folder at the canonical place refuses the skill and makes no relay to it", () => {
  const result = plan({
    claims: [claim("acme", "scan")],
    existing: [{ ...place(".agents/skills/magpie-scan"), kind: "folder" }],
  });
  assert.deepEqual(result.create, []);
  assert.deepEqual(result.refused, [claim("acme", "scan")]);
});

Deno.test("of two new claims to one name neither is linked", () => {
  const result = plan({
    claims: [
      claim("acme", "scan"),
      claim("evil", "scan"),
      claim("acme", "fix"),
    ],
  });
  assert.deepEqual(paths(result.create), [
    ".agents/skills/magpie-fix",
    ".claude/skills/magpie-fix",
  ]);
  assert.equal(result.collisions.length, 2);
  assert.equal(result.refused.length, 2);
});

Deno.test("a new source cannot take over the link of another, whatever the order", () => {
  for (const claims of [["acme", "evil"], ["evil", "acme"]]) {
    const result = plan({
      claims: claims.map((source) => claim(source, "scan")),
      existing: [canonical("acme", "scan"), relay("scan")],
    });
    assert.equal(result.keep.length, 2);
    assert.deepEqual([result.rewrite, result.remove], [[], []]);
    assert.deepEqual(result.refused, [claim("evil", "scan")]);
  }
});

Deno.test("the link of a source that failed in this run stays and keeps its name", () => {
  const result = plan({
    claims: [claim("evil", "scan")],
    existing: [canonical("acme", "scan"), relay("scan")],
    heldSources: new Set(["acme"]),
  });
  assert.deepEqual([result.create, result.rewrite, result.remove], [
    [],
    [],
    [],
  ]);
  assert.deepEqual(result.refused, [claim("evil", "scan")]);
});

Deno.test("a link that its source gave up goes to the next that claims it", () => {
  const result = plan({
    claims: [claim("next", "scan")],
    existing: [canonical("acme", "scan"), relay("scan")],
  });
  assert.deepEqual(paths(result.rewrite), [".agents/skills/magpie-scan"]);
  assert.deepEqual(paths(result.keep), [".claude/skills/magpie-scan"]);
});

Deno.test("the framework's and the repository's own skills always win", () => {
  const result = plan({
    claims: [claim("acme", "scan")],
    existing: [canonical("acme", "scan"), relay("scan")],
    takenNames: new Set(["scan"]),
  });
  assert.deepEqual(result.refused, [claim("acme", "scan")]);
  assert.deepEqual(paths(result.remove), [
    ".agents/skills/magpie-scan",
    ".claude/skills/magpie-scan",
  ]);
});

Deno.test("a relay of the framework is not pruned while its canonical link is away", () => {
  const result = plan({
    existing: [relay("scan")],
    takenNames: new Set(["scan"]),
  });
  assert.deepEqual(result.remove, []);
});

Deno.test("unclaimed links go, canonical and relay, also from folders that are no targets now", () => {
  const result = plan({
    existing: [
      canonical("gone", "scan"),
      relay("scan"),
      relay("scan", "magpie-", ".kiro/skills"),
      relay("lost"),
    ],
  });
  assert.deepEqual(paths(result.remove), [
    ".agents/skills/magpie-scan",
    ".claude/skills/magpie-lost",
    ".claude/skills/magpie-scan",
    ".kiro/skills/magpie-scan",
  ]);
});

Deno.test("pruning leaves links of the user, the framework and look-alikes", () => {
  const result = plan({
    existing: [
      link(".agents/skills/magpie-mine", "../../docs"),
      link(
        ".agents/skills/magpie-abs",
        "/x/.apache-magpie-sources/acme/skills/abs",
      ),
      link(".agents/skills/magpie-fw", "../../.apache-magpie/skills/fw"),
      relay("fw"),
      { ...place(".agents/skills/magpie-setup"), kind: "folder" },
      relay("setup"),
    ],
  });
  assert.deepEqual(result.remove, []);
  assert.deepEqual(result.collisions, []);
});

Deno.test("a changed prefix moves the links and does not lose their owner", () => {
  const result = plan({
    claims: [claim("acme", "scan"), claim("evil", "scan")],
    prefix: "our-",
    formerPrefixes: ["magpie-"],
    existing: [canonical("acme", "scan"), relay("scan")],
  });
  assert.deepEqual(paths(result.create), [
    ".agents/skills/our-scan",
    ".claude/skills/our-scan",
  ]);
  assert.deepEqual(result.create[0]?.source, "acme");
  assert.equal(result.remove.length, 2);
  assert.deepEqual(result.refused, [claim("evil", "scan")]);
});

Deno.test("whatever stands, only links of ours are touched, and the plan's end state plans nothing", () => {
  const source = fc.constantFrom("acme", "beta");
  const skill = fc.constantFrom("scan", "fix", "scan-all");
  const folder = fc.constantFrom(...FOLDERS, ".kiro/skills");
  const text = fc.oneof(
    fc.tuple(source, skill).map(([a, b]) =>
      `../../.apache-magpie-sources/${a}/skills/${b}`
    ),
    skill.map((name) => `../../.agents/skills/magpie-${name}`),
    fc.constantFrom("../../docs", "../../.apache-magpie/skills/scan"),
  );
  const entry = fc.record({
    folder,
    name: skill.map((name) => `magpie-${name}`),
    kind: fc.constantFrom("symlink", "folder", "file"),
    text,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: (e) => `${e.folder}/${e.name}` }),
      fc.array(fc.tuple(source, skill).map(([a, b]) => claim(a, b))),
      fc.subarray(["acme", "beta"]),
      fc.subarray(["scan", "fix"]),
      (entries, claims, held, taken) => {
        const existing: StandingEntry[] = entries.map((each) =>
          each.kind === "symlink" ? { ...each, kind: "symlink" } : {
            folder: each.folder,
            name: each.name,
            kind: each.kind as "file",
          }
        );
        const common = {
          claims,
          heldSources: new Set(held),
          takenNames: new Set(taken),
        };
        const first = plan({ ...common, existing });
        const state = new Map(existing.map((e) => [standingPath(e), e]));
        for (const { path } of [...first.rewrite, ...first.remove]) {
          assert.equal(state.get(path)?.kind, "symlink");
          assert.match(
            state.get(path)?.text ?? "",
            /\.apache-magpie-sources|\.agents\/skills/,
          );
        }
        for (const { path } of first.create) assert.ok(!state.has(path));
        for (const { path } of first.remove) state.delete(path);
        for (const { path, text } of [...first.create, ...first.rewrite]) {
          state.set(path, link(path, text));
        }
        const second = plan({ ...common, existing: [...state.values()] });
        assert.deepEqual(
          [second.create, second.rewrite, second.remove],
          [[], [], []],
        );
      },
    ),
    { numRuns: 500 },
  );
});
