import assert from "node:assert/strict";
import type { SafePath, SkillName } from "../../lib/base/ids.ts";
import { bindSuites } from "../../lib/skills/suites.ts";
import type { Layout } from "../../lib/trust/model.ts";

const LAYOUT: Layout = {
  skillsRoot: "skills" as SafePath,
  evalsRoot: "tools/skill-evals/evals" as SafePath,
};
const CONFIG = "tools/skill-evals/evals/a/step-1/fixtures/step-config.json";
const SKILL =
  "---\nname: a\n---\n# Body\n\n## Step 1: `scan` ##\n\nTitle\n=====\n\n```\n## Fenced\n```\n";

function bind(
  files: Record<string, unknown>,
  names = ["a"],
  layout = LAYOUT,
): string[] {
  const texts = new Map(
    Object.entries({ "skills/a/SKILL.md": SKILL, ...files }).map((
      [path, value],
    ) => [path, typeof value === "string" ? value : JSON.stringify(value)]),
  );
  return bindSuites(
    { paths: texts.keys(), readText: (path) => texts.get(path) },
    layout,
    names.map((name) => ({ name: name as SkillName })),
  ).map(({ rule, level, skill, message }) => {
    assert.equal(level, "warning");
    return `${rule} ${skill}: ${message}`;
  });
}

const config = (heading: string, skillMd = "skills/a/SKILL.md") => ({
  skill_md: skillMd,
  step_heading: heading,
});

for (
  const heading of [
    "# Body",
    "Body",
    "## Step 1: `scan` ##",
    "Step 1: `scan`",
    "Title",
  ]
) {
  Deno.test(`bound: ${heading}`, () => {
    assert.deepEqual(bind({ [CONFIG]: config(heading) }), []);
  });
}

Deno.test("a suite may have no configuration, several, and shared files", () => {
  assert.deepEqual(
    bind({ "tools/skill-evals/evals/a/system-prompt.md": "x" }),
    [],
  );
  assert.deepEqual(
    bind({
      [CONFIG]: { ...config("# Body"), also_include: ["docs/shared.md"] },
      "docs/shared.md": "text",
      "tools/skill-evals/evals/a/step-config.json": config("Nope"),
    }).length,
    1,
  );
});

Deno.test("no suite is eval-missing; another skill's suite is not its own", () => {
  assert.match(bind({})[0]!, /^eval-missing a/);
  assert.match(
    bind({
      "tools/skill-evals/evals/ab/x": "",
      "tools/skill-evals/evals/a": "",
    })[0]!,
    /^eval-missing a/,
  );
  assert.deepEqual(
    bind({ [CONFIG]: config("# Body") }, ["a", "b"]).map((text) =>
      text.slice(0, 14)
    ),
    ["eval-missing b"],
  );
});

Deno.test("the evals root may be the source's root", () => {
  assert.deepEqual(
    bind({ "a/step-config.json": config("# Body") }, ["a"], {
      ...LAYOUT,
      evalsRoot: ".",
    }),
    [],
  );
});

const unbound: [string, unknown, RegExp][] = [
  ["a heading that is not there", config("# Other"), /heading/],
  ["a heading of another level", config("## Body"), /heading/],
  ["a heading in a fence", config("## Fenced"), /heading/],
  [
    "a file that is not there",
    config("# Body", "skills/b/SKILL.md"),
    /no readable file/,
  ],
  [
    "a path that climbs out",
    config("# Body", "../a/SKILL.md"),
    /inside the snapshot/,
  ],
  [
    "a path that climbs out on the way",
    config("# Body", "skills/../../x"),
    /inside the snapshot/,
  ],
  ["an absolute path", config("# Body", "/etc/passwd"), /inside the snapshot/],
  ["a drive", config("# Body", "C:/x.md"), /inside the snapshot/],
  [
    "a backslash",
    config("# Body", "skills\\a\\SKILL.md"),
    /inside the snapshot/,
  ],
  ["a shared file that climbs out", {
    ...config("# Body"),
    also_include: ["../x"],
  }, /inside the snapshot/],
  ["no JSON", "{", /JSON/],
  ["a list", [], /lacks/],
  ["null", null, /JSON/],
  ["missing keys", {}, /lacks/],
  ["keys of another type", { skill_md: 1, step_heading: [] }, /lacks/],
  [
    "keys of the prototype only",
    '{"__proto__": {"skill_md": "a", "step_heading": "b"}}',
    /lacks/,
  ],
  ["terminal controls in a heading", config("# \u001b[31m"), /\\u\{1b\}/],
];
for (const [name, value, message] of unbound) {
  Deno.test(`eval-unbound: ${name}`, () => {
    const findings = bind({ [CONFIG]: value });
    assert.equal(findings.length, 1);
    assert.match(findings[0]!, /^eval-unbound a/);
    assert.match(findings[0]!, message);
  });
}

Deno.test("deeply nested JSON is no crash", () => {
  assert.match(bind({ [CONFIG]: "[".repeat(200_000) })[0]!, /JSON/);
});

Deno.test("a source without any suite is told so once, not once a skill", () => {
  assert.deepEqual(bind({}, ["a", "b", "c"]), [
    "eval-missing undefined: None of the 3 provided skills has a suite in tools/skill-evals/evals",
  ]);
  assert.deepEqual(
    bind({ [CONFIG]: config("# Body") }, ["a", "b", "c"]).map((text) =>
      text.split(":")[0]
    ),
    ["eval-missing b", "eval-missing c"],
  );
});
