import assert from "node:assert/strict";
import { REPOSITORY_URL } from "../lib/base/project.ts";
import { blobId } from "../lib/tree/blob_id.ts";
import {
  contentDigest,
  type DigestedFile,
} from "../lib/tree/content_digest.ts";
import { GLOBAL_OPTIONS } from "../lib/cli/global_options.ts";
import { permissionFlags } from "../lib/cli/permissions.ts";
import type { Needs } from "../lib/cli/spec.ts";
import { COMMANDS, findCommand } from "../lib/cli/table.ts";
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

/** What the README's table of permissions says of each need: reads, writes, network, subprocesses. */
const COLUMNS: Record<Needs, string> = {
  nothing: "none none none none",
  read: "any-file none none none",
  run: "any-file none none `python3`-only",
  write: "any-file any-file none none",
  network: "any-file any-file yes none",
};

Deno.test("the README's table of permissions has every command, and each option that needs more, with what it needs", async () => {
  const rows = (await page("README.md")).split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const wanted = COMMANDS.flatMap(({ name, needs, options }) => [
    { line: name, needs },
    ...options.flatMap((option) =>
      option.needs === undefined
        ? []
        : [{ line: `${name} --${option.name}`, needs: option.needs }]
    ),
  ]);
  for (const { line, needs } of wanted) {
    const found = rows.filter(([, names]) => names!.includes(`\`${line}\``))
      .map((cells) =>
        cells.slice(2, 6).map((cell) => cell.replaceAll(" ", "-")).join(" ")
      );
    assert.deepEqual(found, [COLUMNS[needs]], line);
  }
});

Deno.test("the pages name one way to start the tool, and the address to clone", async () => {
  for (const path of await pages()) {
    const text = await page(path);
    const tasks = [
      ...text.matchAll(/\bdeno(?:@\S+)? task (?:--(?:cwd \S+|\S+) )*(\S+)/g),
    ]
      .map((match) => match[1]!.replaceAll(/\W/g, ""));
    const ofTheTool = tasks.filter((task) =>
      findCommand(task.split("-")[0]!) !== undefined
    );
    // The page that says what to do without a POSIX shell.
    const allowed = path === "docs/getting-started.md" ? ["status"] : [];
    assert.deepEqual(ofTheTool, allowed, path);
  }
  for (
    const name of [
      "README",
      ...["getting-started", "ci", "pull-requests"].map((one) => `docs/${one}`),
    ]
  ) {
    assert.ok((await page(`${name}.md`)).includes(REPOSITORY_URL), name);
  }
});

Deno.test("the launcher's version of Deno is the one that the README names", async () => {
  const [, version] = /^version=(\S+)$/m.exec(await page("bin/skill-sources"))!;
  const named = (await page("README.md")).match(/(?<=deno@)[\d.]+\d/g);
  assert.deepEqual(new Set(named), new Set([version]));
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
  const broken: string[] = [];
  for (const path of await pages()) {
    for (
      const match of (await page(path)).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    ) {
      const target = new URL(match[1]!, `file://${PROJECT_ROOT}/${path}`);
      await Deno.stat(target).catch(() => broken.push(`${path}: ${match[1]}`));
    }
  }
  assert.deepEqual(broken, []);
});

/** The pages that people read. */
async function pages(): Promise<string[]> {
  const found = ["README.md", "skill-sources.md"];
  for (const folder of ["docs", "docs/commands"]) {
    for await (const entry of Deno.readDir(`${PROJECT_ROOT}/${folder}`)) {
      if (entry.name.endsWith(".md")) found.push(`${folder}/${entry.name}`);
    }
  }
  return found;
}

function page(path: string): Promise<string> {
  return Deno.readTextFile(`${PROJECT_ROOT}/${path}`);
}

/** The contents of a page's fenced blocks of one language. */
function fencedBlocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2]!.trimEnd());
}
