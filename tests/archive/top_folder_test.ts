import assert from "node:assert/strict";
import { skillName } from "../../lib/base/ids.ts";
import type { SourceTree } from "../../lib/tree/source_tree.ts";
import type { Provide } from "../../lib/trust/model.ts";
import { stripTopFolder } from "../../lib/archive/top_folder.ts";
import { zip, type ZipEntry } from "../support/zip.ts";
import { pathOf, readAll, treeOf } from "./tree_of.ts";

const skill = (name: string): Provide => ({ skill: skillName(name)! });

async function stripped(
  entries: readonly (string | ZipEntry)[],
  skillsRoot = "skills",
  provides: readonly Provide[] = [skill("scan")],
): Promise<{ paths: string[]; warnings: number }> {
  const bytes = zip(
    entries.map((entry) =>
      typeof entry === "string" ? { name: entry, content: "x" } : entry
    ),
  );
  await using archive = await treeOf(bytes);
  const { tree, findings } = stripTopFolder(archive, { skillsRoot, provides });
  const read = await readAll(tree);
  const paths = tree.entries.map(pathOf);
  assert.deepEqual([...read.keys()].sort(), [...paths].sort());
  return { paths, warnings: findings.length };
}

Deno.test("the release folder around everything is stripped", async () => {
  assert.deepEqual(
    await stripped([
      { name: "x-1.0/" },
      "x-1.0/README",
      "./x-1.0/skills/scan/SKILL.md",
    ]),
    { paths: ["README", "skills/scan/SKILL.md"], warnings: 0 },
  );
});

Deno.test("a file beside the folder keeps everything where it is", async () => {
  const entries = ["x-1.0/skills/scan/SKILL.md", "README"];
  assert.deepEqual((await stripped(entries)).paths, entries);
});

Deno.test("a file manager's litter is dropped with a warning", async () => {
  assert.deepEqual(
    await stripped([
      "x/skills/scan/SKILL.md",
      "__MACOSX/x/._skills",
      ".DS_Store",
    ]),
    { paths: ["skills/scan/SKILL.md"], warnings: 1 },
  );
  assert.deepEqual(
    await stripped(["skills/scan/SKILL.md", "README", ".DS_Store"]),
    { paths: ["skills/scan/SKILL.md", "README"], warnings: 1 },
  );
});

Deno.test("an archive that is the skills folder itself is left alone", async () => {
  const entries = ["skills/scan/SKILL.md"];
  assert.deepEqual((await stripped(entries)).paths, entries);
});

Deno.test("a folder without the skills root is left alone", async () => {
  const entries = ["x/docs/README"];
  assert.deepEqual((await stripped(entries)).paths, entries);
});

Deno.test("when both readings hold, the one with all provided skills counts", async () => {
  const nested = ["skills/scan/SKILL.md", "skills/skills/other/SKILL.md"];
  assert.deepEqual((await stripped(nested)).paths, nested);
  assert.deepEqual((await stripped(nested, "skills", [skill("other")])).paths, [
    "scan/SKILL.md",
    "skills/other/SKILL.md",
  ]);
  const flat = ["x-1.0/scan/SKILL.md", "x-1.0/fam-a/SKILL.md"];
  assert.deepEqual(
    (await stripped(flat, ".", [skill("scan"), { family: "fam" }])).paths,
    ["scan/SKILL.md", "fam-a/SKILL.md"],
  );
  const single = ["scan/SKILL.md", "scan/notes/a.md"];
  assert.deepEqual((await stripped(single, ".")).paths, single);
});

Deno.test("a top folder whose name is refused is not stripped out of sight", async () => {
  for (
    const top of ["..", ".git", "a\\b", "\u202ex", "C:", "a\u0001", "\ufeffx"]
  ) {
    const entries = [`${top}/skills/scan/SKILL.md`];
    assert.deepEqual((await stripped(entries)).paths, entries, top);
  }
  const absolute = ["/skills/scan/SKILL.md"];
  assert.deepEqual((await stripped(absolute)).paths, absolute);
  const bytes = new Uint8Array([
    0xff,
    ...new TextEncoder().encode("/skills/scan/SKILL.md"),
  ]);
  await using archive = await treeOf(zip([{ name: bytes, content: "x" }]));
  const { tree } = stripTopFolder(archive, {
    skillsRoot: "skills",
    provides: [],
  });
  assert.deepEqual(tree.entries[0]?.path, bytes);
});

Deno.test("a path that escapes inside the top folder still shows it", async () => {
  assert.deepEqual(
    (await stripped(["x/skills/scan/SKILL.md", "x/../../up", "x//abs"])).paths,
    ["skills/scan/SKILL.md", "../../up", "/abs"],
  );
});

Deno.test("a link or file in place of the top folder is not stripped", async () => {
  const entries: (string | ZipEntry)[] = [
    { name: "x", link: "/etc" },
    "x/skills/scan/SKILL.md",
  ];
  assert.deepEqual((await stripped(entries)).paths, [
    "x",
    "x/skills/scan/SKILL.md",
  ]);
});

Deno.test("an archive without entries stays as it is", async () => {
  const empty: SourceTree = {
    entries: [],
    async *contents() {},
    close: () => Promise.resolve(),
  };
  const options = { skillsRoot: "skills", provides: [] };
  assert.deepEqual(stripTopFolder(empty, options), {
    tree: empty,
    findings: [],
  });
  await Promise.resolve();
});
