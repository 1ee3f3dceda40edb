import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import type { Layout } from "../../lib/trust/model.ts";
import { decodeNames } from "../../lib/tree/decode_names.ts";
import { select, SELECTION_RULE } from "../../lib/tree/selection.ts";
import { files, memoryTree } from "./memory_tree.ts";

const path = (text: string) => text as SafePath;
const layout = (
  include?: readonly string[],
  skillsRoot = "skills",
  evalsRoot = "tools/skill-evals/evals",
): Layout => ({
  skillsRoot: path(skillsRoot),
  evalsRoot: path(evalsRoot),
  ...(include === undefined ? {} : { include: include as SafePath[] }),
});

function kept(paths: readonly string[], options: {
  layout: Layout;
  skills?: readonly string[];
  suites?: readonly string[];
}): string[] {
  const entries = decodeNames(memoryTree(files(...paths)).entries);
  const { kept, leftOut } = select(entries, {
    layout: options.layout,
    skillRoots: (options.skills ?? []).map(path),
    suiteRoots: (options.suites ?? []).map(path),
  });
  assert.equal(kept.length + leftOut.length, paths.length);
  return kept.map((entry) => entry.path);
}

Deno.test("the rule has the number that locks record", () => {
  assert.equal(SELECTION_RULE, "1");
});

Deno.test("without include the whole tree is kept", () => {
  const paths = ["README.md", "docs/a.md", "skills/a/SKILL.md", "src/.x/y"];
  assert.deepEqual(kept(paths, { layout: layout() }), paths);
});

Deno.test("first-level dot entries are left out, deeper ones stay", () => {
  assert.deepEqual(
    kept([".editorconfig", ".hidden/a", "a/.hidden/b"], { layout: layout() }),
    ["a/.hidden/b"],
  );
});

const OWN = ".agents .claude .github .cursor .codex .gemini .windsurf .goose " +
  ".kiro .vscode .idea .devcontainer .mcp.json .envrc .mise.toml " +
  ".cursorrules .clinerules .windsurfrules AGENTS.md AGENTS.override.md " +
  "CLAUDE.md CLAUDE.local.md GEMINI.md";

for (const name of OWN.split(" ")) {
  Deno.test(`what speaks to agents on the source is left out: ${name}`, () => {
    const paths = [name, `src/${name}`, `src/deep/${name}/settings.json`];
    for (const each of paths) {
      assert.deepEqual(kept([each], { layout: layout() }), []);
      const inside = `skills/acme/${each}`;
      assert.deepEqual(kept([inside], { layout: layout() }), [inside]);
      assert.deepEqual(
        kept([inside], { layout: layout([]), skills: ["skills/acme"] }),
        [inside],
      );
      assert.deepEqual(kept([each], { layout: layout(["."]) }), [each]);
    }
  });
}

Deno.test("every byte of a provided skill belongs to it", () => {
  const names = [
    ".hidden/cfg",
    "AGENTS.md",
    "README.md",
    "SKILL.md",
    "__init__.py",
    "_private/notes.md",
    "build/b.txt",
    "dist/a.txt",
    "empty.txt",
    "node_modules/x.js",
  ].map((name) => `skills/acme/${name}`);
  assert.deepEqual(
    kept(names, { layout: layout([]), skills: ["skills/acme"] }),
    names,
  );
});

Deno.test("a root that is itself an agent's folder keeps what lies in it", () => {
  assert.deepEqual(
    kept(
      [".claude/settings.json", ".claude/skills/a/SKILL.md", ".github/x"],
      { layout: layout(undefined, ".claude/skills") },
    ),
    [".claude/skills/a/SKILL.md"],
  );
});

Deno.test("a root of `.` is the whole source", () => {
  const paths = [".github/x", "AGENTS.md", "acme/SKILL.md"];
  assert.deepEqual(kept(paths, { layout: layout(undefined, ".") }), paths);
});

Deno.test("include narrows to skills, suites, listed paths and licences", () => {
  const all = [
    "COPYING",
    "LICENSE",
    "NOTICE.txt",
    "README.md",
    "docs/LICENSE-docs",
    "docs/guide/page.md",
    "docs/other.md",
    "skills/LICENSE",
    "skills/acme/SKILL.md",
    "skills/other/LICENSE",
    "skills/other/SKILL.md",
    "src/LICENSE",
    "tools/skill-evals/NOTICE",
    "tools/skill-evals/evals/acme/suite.md",
    "tools/skill-evals/evals/other/suite.md",
  ];
  const skills = ["skills/acme"];
  const suites = ["tools/skill-evals/evals/acme"];
  assert.deepEqual(kept(all, { layout: layout([]), skills, suites }), [
    "COPYING",
    "LICENSE",
    "NOTICE.txt",
    "skills/LICENSE",
    "skills/acme/SKILL.md",
    "tools/skill-evals/NOTICE",
    "tools/skill-evals/evals/acme/suite.md",
  ]);
  assert.deepEqual(
    kept(all, { layout: layout(["docs/guide"]), skills, suites })
      .filter((each) => each.startsWith("docs/")),
    ["docs/LICENSE-docs", "docs/guide/page.md"],
  );
  assert.deepEqual(kept(all, { layout: layout(["."]), skills }), all);
});

Deno.test("a sibling with the same prefix is not inside", () => {
  assert.deepEqual(
    kept(["skills/acme-two/SKILL.md", "skills/acme/SKILL.md"], {
      layout: layout([]),
      skills: ["skills/acme"],
    }),
    ["skills/acme/SKILL.md"],
  );
});

Deno.test("an include of a single file keeps that file", () => {
  assert.deepEqual(
    kept([".envrc", "src/CLAUDE.md", "src/x"], {
      layout: layout(["src/CLAUDE.md"]),
    }),
    ["src/CLAUDE.md"],
  );
});
