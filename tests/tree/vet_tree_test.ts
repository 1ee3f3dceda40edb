import assert from "node:assert/strict";
import type { SafePath } from "../../lib/base/ids.ts";
import { SourceError } from "../../lib/base/errors.ts";
import type { Layout } from "../../lib/trust/model.ts";
import { vetTree } from "../../lib/tree/vet_tree.ts";
import { files, link, type MemoryEntry, memoryTree } from "./memory_tree.ts";

const acme = { name: "acme", root: "skills/acme" as SafePath };

function vet(
  entries: readonly MemoryEntry[],
  layout: Partial<Layout> = {},
) {
  return vetTree(memoryTree(entries), {
    layout: {
      skillsRoot: "skills" as SafePath,
      evalsRoot: "evals" as SafePath,
      ...layout,
    },
    resolve: () => [acme],
  });
}

Deno.test("what is kept, what is not, and how much that is", async () => {
  const { files: kept, leftOut, skills, findings } = await vet(
    files("skills/acme/SKILL.md", "README.md", "AGENTS.md", ".github/x"),
  );
  assert.deepEqual(kept.map(({ path }) => path), [
    "README.md",
    "skills/acme/SKILL.md",
  ]);
  assert.deepEqual(leftOut.map(({ path }) => path), [".github/x", "AGENTS.md"]);
  assert.deepEqual(skills, [acme]);
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["tree-left-out", "note"],
  ]);
  assert.match(
    findings[0]!.message,
    /^2 of the source's 4 files .*, which leaves out what speaks to agents/,
  );
});

Deno.test("where layout.include narrowed the snapshot that is said", async () => {
  const { findings } = await vet(
    files("skills/acme/SKILL.md", "README.md", "docs/a.md"),
    { include: [] },
  );
  assert.match(
    findings[0]!.message,
    /^2 of the source's 3 files .* as layout\.include says/,
  );
});

Deno.test("nothing left out: nothing said", async () => {
  const { findings } = await vet(files("skills/acme/SKILL.md"));
  assert.deepEqual(findings, []);
});

Deno.test("the suite of a provided skill is held to the same names", async () => {
  await assert.rejects(
    vet(files("skills/acme/SKILL.md", "evals/acme/con.md")),
    { code: "name-refused" },
  );
  const { findings } = await vet(
    files("skills/acme/SKILL.md", "evals/other/con.md"),
  );
  assert.deepEqual(
    findings.map(({ rule }) => rule),
    ["name-left-out", "tree-left-out"],
  );
});

Deno.test("an include is held to the same names", async () => {
  await assert.rejects(
    vet(files("docs/a/x.", "skills/acme/SKILL.md"), {
      include: ["docs/a" as SafePath],
    }),
    { code: "name-refused", message: /docs\/a\/x\./ },
  );
});

Deno.test("what the selection leaves out anyway is not judged", async () => {
  const { findings } = await vet(
    [
      ...files("skills/acme/SKILL.md", "other/con.md", "other/a", "other/A"),
      link("other/l", "/etc/passwd"),
      { path: "vendor", kind: "submodule" },
    ],
    { include: [] },
  );
  assert.deepEqual(findings.map(({ rule }) => rule), ["tree-left-out"]);
});

Deno.test("but an escape is refused wherever it stands", async () => {
  await assert.rejects(
    vet(files("skills/acme/SKILL.md", "other/.git/config"), { include: [] }),
    SourceError,
  );
});

Deno.test("an include that the source does not have warns", async () => {
  const { findings } = await vet(files("skills/acme/SKILL.md"), {
    include: ["docs" as SafePath],
  });
  assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
    ["tree-left-out", "warning"],
  ]);
  assert.match(findings[0]!.message, /"docs"/);
});

Deno.test("names are checked before anybody looks for skills", async () => {
  let asked = false;
  await assert.rejects(
    vetTree(memoryTree(files("../x")), {
      layout: { skillsRoot: ".", evalsRoot: "." },
      resolve() {
        asked = true;
        return [];
      },
    }),
    SourceError,
  );
  assert.equal(asked, false);
});
