import assert from "node:assert/strict";
import { blobId } from "../lib/tree/blob_id.ts";
import {
  contentDigest,
  type DigestedFile,
} from "../lib/tree/content_digest.ts";
import { GLOBAL_OPTIONS } from "../lib/cli/global_options.ts";
import { permissionFlags } from "../lib/cli/permissions.ts";
import { COMMANDS } from "../lib/cli/table.ts";
import { runCli } from "./support/run_cli.ts";
import { gitEnvironment } from "./support/git.ts";
import { PROJECT_ROOT } from "./support/source_files.ts";
import { tempDir } from "./support/temp_dir.ts";
import { writeFiles } from "./support/write_files.ts";

const documented = COMMANDS.filter((command) => command.needs !== "nothing");

Deno.test("the recipe in docs/locks.md gives `content` with stock git, whatever the source's attributes say", async () => {
  const script = fencedBlocks(await page("docs/locks.md"), "sh")[0]!;
  await using temp = await tempDir();
  const folder = temp.join(".apache-magpie-sources/skill-provenance");
  const files = {
    ".gitattributes":
      "* text eol=crlf ident\n*.md working-tree-encoding=UTF-16\n",
    ".gitignore": "*\n",
    "skills/a/SKILL.md": "$Id$\r\nline\n",
    "skills/a/run.sh": "#!/bin/sh\n",
    "skills/a-b/SKILL.md": "sorts around the slash\n",
    "skills/a.md": "sorts before it\n",
  };
  await writeFiles(folder, {
    ...files,
    "skills/a/run.sh": { content: files["skills/a/run.sh"], executable: true },
    "skills/a/link": { link: "SKILL.md" },
  });
  await Deno.mkdir(`${folder}/.git`);
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-eu", "-c", script],
    cwd: temp.path,
    clearEnv: true,
    env: { ...gitEnvironment(), TMPDIR: temp.path },
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const expected: DigestedFile[] = Object.entries(files).map((
    [path, content],
  ) => ({
    path,
    mode: path.endsWith(".sh") ? "100755" : "100644",
    id: blobId(new TextEncoder().encode(content)),
  }));
  expected.push({
    path: "skills/a/link",
    mode: "120000",
    id: blobId(new TextEncoder().encode("SKILL.md")),
  });
  assert.equal(
    new TextDecoder().decode(stdout).trim(),
    contentDigest(expected),
  );
});

Deno.test("the README's example is this repository's own trust list", async () => {
  const own = fencedBlocks(await page("skill-sources.md"), "yaml");
  assert.equal(own.length, 1);
  const readme = await page("README.md");
  const indented = own[0]!.split("\n").map((line) =>
    line === "" ? "" : `   ${line}`
  ).join("\n");
  assert.ok(readme.includes(indented));
});

Deno.test("this repository's trust list and its lock agree", async () => {
  const { code, stdout } = await runCli(["lint", "--strict"], {
    cwd: PROJECT_ROOT,
  });
  assert.equal(code, 0, stdout);
});

Deno.test("the README lists the flags that each command is given", async () => {
  const words = (await page("README.md")).replace(/\s+/g, " ");
  const flags = permissionFlags("read").join(" ");
  assert.ok(words.includes(flags), flags);
});

Deno.test("every command and each of its options has a page", async () => {
  for (const { name, options } of documented) {
    const text = await page(pageOf(name));
    for (const option of options) {
      assert.ok(text.includes(`--${option.name}`), `${name} --${option.name}`);
    }
  }
});

/** Commands of two words share the page of the first. */
function pageOf(name: string): string {
  return `docs/commands/${name.split(" ")[0]}.md`;
}

/** Options of deno and git that the pages name. */
const OF_OTHERS = new Set([
  "allow-run",
  "allow-write",
  "cwd",
  "separate-git-dir",
]);

Deno.test("the pages of the commands name no option that no command has", async () => {
  const known = new Set([
    ...GLOBAL_OPTIONS.map((option) => option.name),
    ...documented.flatMap(({ options }) => options.map((one) => one.name)),
    ...OF_OTHERS,
  ]);
  for (const { name } of documented) {
    // What stands after ` -- ` is another program's.
    const text = (await page(pageOf(name)))
      .replaceAll(/ -- .*/g, "");
    const named = [...text.matchAll(/--([a-z][a-z-]*)/g)]
      .map((match) => match[1]!);
    assert.deepEqual(named.filter((option) => !known.has(option)), [], name);
  }
});

Deno.test("docs/architecture.md names every room", async () => {
  const text = await page("docs/architecture.md");
  const missing: string[] = [];
  for await (const { name } of Deno.readDir(`${PROJECT_ROOT}/lib`)) {
    const room = Deno.readDir(`${PROJECT_ROOT}/lib/${name}`);
    for await (const _file of room) {
      if (!text.includes(`\`lib/${name}\``)) missing.push(name);
      break;
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("every relative link in the pages leads to a file", async () => {
  const pages = ["README.md", "skill-sources.md"];
  for (const folder of ["docs", "docs/commands"]) {
    for await (const entry of Deno.readDir(`${PROJECT_ROOT}/${folder}`)) {
      if (entry.name.endsWith(".md")) pages.push(`${folder}/${entry.name}`);
    }
  }
  const broken: string[] = [];
  for (const path of pages) {
    for (
      const match of (await page(path)).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    ) {
      const target = new URL(match[1]!, `file://${PROJECT_ROOT}/${path}`);
      await Deno.stat(target).catch(() => broken.push(`${path}: ${match[1]}`));
    }
  }
  assert.deepEqual(broken, []);
});

function page(path: string): Promise<string> {
  return Deno.readTextFile(`${PROJECT_ROOT}/${path}`);
}

/** The contents of a page's fenced blocks of one language. */
function fencedBlocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!.trimEnd());
}
