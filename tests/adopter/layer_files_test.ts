import assert from "node:assert/strict";
import { workingTreeFiles } from "../../lib/adopter/adopter_files.ts";
import { readTrustList } from "../../lib/adopter/layer_files.ts";
import { readSuppressions } from "../../lib/adopter/read_suppressions.ts";
import { requireMainCheckout } from "../../lib/adopter/require_main_checkout.ts";
import { skillInventory } from "../../lib/adopter/skill_inventory.ts";
import type { SafePath, SkillName } from "../../lib/base/ids.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const OVERRIDES = ".apache-magpie-overrides/skill-sources.md";
const list = (id: string) => `\`\`\`yaml\n- id: ${id}\n\`\`\`\n`;

Deno.test("a second trust list, which a reviewer may not see, is refused", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "skill-sources.md": list("one"),
    [OVERRIDES]: list("two"),
  });
  assert.throws(() => readTrustList(workingTreeFiles(temp.path)), {
    code: "trust-list-invalid",
    message: /both .* declare sources/,
  });
  await writeFiles(temp.path, { [OVERRIDES]: "# Nothing here\n" });
  assert.equal(
    readTrustList(workingTreeFiles(temp.path))?.path,
    "skill-sources.md",
  );
});

Deno.test("suppressions in bytes that an editor shows otherwise are refused", async () => {
  await using temp = await tempDir();
  await Deno.writeFile(
    temp.join(".skill-sources-scan.yml"),
    Uint8Array.of(0x23, 0xff, 0x0a),
  );
  assert.throws(() => readSuppressions(temp.path), {
    code: "scan-suppression-invalid",
    message: /not UTF-8/,
  });
});

Deno.test("what belongs to the main checkout is not begun in a linked worktree", () => {
  const repository = {
    root: "/a/tree",
    kind: "linked-worktree",
    mainRoot: "/a/main",
  } as Parameters<typeof requireMainCheckout>[0];
  assert.throws(() => requireMainCheckout(repository, "setup"), {
    code: "linked-worktree",
    fix: "skill-sources setup -C /a/main",
  });
  requireMainCheckout({ ...repository, kind: "main" }, "setup");
});

Deno.test("a SKILL.md that leads to no file of the snapshot is not linked", async () => {
  await using temp = await tempDir();
  await Deno.writeTextFile(temp.join("outside"), "---\nname: scan\n---\n");
  await Deno.mkdir(temp.join("snapshot/skills/scan"), { recursive: true });
  for (const text of ["../../../outside", "none"]) {
    await Deno.symlink(text, temp.join("snapshot/skills/scan/SKILL.md"));
    const { usable, unusable, findings } = skillInventory(
      temp.join("snapshot"),
      [{ path: "skills/scan/SKILL.md", mode: "120000" }],
      {
        id: "acme",
        layout: {
          skillsRoot: "skills" as SafePath,
          evalsRoot: "evals" as SafePath,
        },
        provides: [{ skill: "scan" as SkillName }],
        prefix: "magpie-",
      },
    );
    assert.deepEqual([usable.length, unusable.length], [0, 1]);
    assert.equal(findings[0]?.rule, "skill-unreadable");
    assert.match(findings[0].message, /leads to no file/);
    await Deno.remove(temp.join("snapshot/skills/scan/SKILL.md"));
  }
});
