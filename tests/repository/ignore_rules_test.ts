import assert from "node:assert/strict";
import fc from "fast-check";
import { HostError } from "../../lib/base/errors.ts";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { openIgnoreRules } from "../../lib/repository/ignore_rules.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

/** An empty repository whose machine-wide ignore file is a known one. */
async function repositoryIn(folder: string): Promise<void> {
  await git(folder, ["init", "-q"]);
  await git(folder, ["config", "core.excludesFile", ".git/user-ignore"]);
}

/** What git says of each path, in the form this tool has. */
async function oracle(folder: string, paths: readonly string[]) {
  const output = await git(
    folder,
    ["check-ignore", "--no-index", "-v", "-n", "-z", "--stdin"],
    { input: paths.map((path) => `${path}\0`).join("") },
  ).catch(() => {
    // Nothing is ignored: git says so by exit code 1.
    return undefined;
  });
  if (output === undefined) {
    return new Map(paths.map((path) => [path, undefined]));
  }
  const fields = output.split("\0");
  const verdicts = new Map<string, string | undefined>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [file, line, pattern, path] = fields.slice(at, at + 4);
    verdicts.set(
      path ?? "",
      file === "" ? undefined : `${file}:${line}:${pattern}`,
    );
  }
  return verdicts;
}

function ours(folder: string, paths: readonly string[]) {
  const rules = openIgnoreRules(findRepository(folder));
  return new Map(paths.map((path) => {
    const { by } = rules.check(path, isFolder(`${folder}/${path}`));
    return [
      path,
      by && `${shown(folder, by.file)}:${by.line}:${
        new TextDecoder().decode(
          Uint8Array.from(by.pattern, (character) => character.charCodeAt(0)),
        )
      }`,
    ];
  }));
}

/** Git names the files outside the working tree relative to it. */
function shown(folder: string, file: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

const ODD_LINES = [
  "plain",
  "trailing   ",
  "kept\\ ",
  "tab\t",
  "# comment",
  "\\#hash",
  "\\!bang",
  "!plain",
  "folder/",
  "/anchored",
  "a/b",
  "**/deep",
  "a/**",
  "a/**/z",
  "x**/y",
  "*",
  "!*.md",
  "!a/",
  "*.lo[gk]",
  "caf\u00e9",
  "?\u00e9",
  "bad[",
  "end\\",
  "/",
  "!",
  "",
  "//x",
  "a//b",
  "nul\0cut",
  "back\\\\slash",
];

const PATHS = [
  "plain",
  "trailing",
  "trailing   ",
  "kept ",
  "tab\t",
  "#hash",
  "!bang",
  "folder",
  "folder/in",
  "anchored",
  "a/anchored",
  "a/b",
  "c/a/b",
  "deep",
  "a/b/deep",
  "a/z",
  "a/b/z",
  "xx/y",
  "x/q/y",
  "x.md",
  "a/x.md",
  "x.log",
  "caf\u00e9",
  "x",
  "end\\",
  "nul",
  "nulcut",
  "back\\slash",
  "link",
  ".agents/skills/magpie-x",
];

async function fillTree(folder: string): Promise<void> {
  await writeFiles(folder, {
    "folder/in": "",
    "a/b/deep": "",
    "link": { link: "folder" },
    ".git/info/exclude": "",
    ".git/user-ignore": "",
  });
}

Deno.test("each odd line of an ignore file is read as git reads it", async () => {
  for (const end of ["\n", "\r\n"]) {
    await using temp = await tempDir();
    await repositoryIn(temp.path);
    await fillTree(temp.path);
    for (const line of ODD_LINES) {
      await Deno.writeTextFile(temp.join(".gitignore"), line + end);
      assert.deepEqual(
        ours(temp.path, PATHS),
        await oracle(temp.path, PATHS),
        JSON.stringify(line + end),
      );
    }
  }
});

Deno.test("files of rules that stand in each other's way are read as git reads them", async () => {
  await using temp = await tempDir();
  await repositoryIn(temp.path);
  await fillTree(temp.path);
  const lines = fc.array(fc.constantFrom(...ODD_LINES), { maxLength: 5 });
  const text = fc.tuple(
    fc.constantFrom("", "\uFEFF"),
    lines,
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "end", "\r"),
  ).map(([mark, lines, end, last]) =>
    mark + lines.map((line) => line + end).join("") + last
  );
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (top, deep, info, user) => {
      await writeFiles(temp.path, {
        ".gitignore": top,
        "a/.gitignore": deep,
        ".git/info/exclude": info,
        ".git/user-ignore": user,
      });
      assert.deepEqual(ours(temp.path, PATHS), await oracle(temp.path, PATHS));
    }),
    { numRuns: 150 },
  );
});

Deno.test("a UTF-16 ignore file and one with lone carriage returns hold no usable rule", async () => {
  await using temp = await tempDir();
  await repositoryIn(temp.path);
  const utf16 = Uint8Array.from(
    [0xff, 0xfe, ..."plain\n".split("").flatMap((c) => [c.charCodeAt(0), 0])],
  );
  for (const content of [utf16, "plain\rdeep\r"]) {
    await writeFiles(temp.path, { ".gitignore": content });
    const paths = ["plain", "deep"];
    assert.deepEqual(ours(temp.path, paths), await oracle(temp.path, paths));
    assert.ok(
      [...ours(temp.path, paths).values()].every((v) => v === undefined),
    );
  }
});

Deno.test("a .gitignore that is a link holds no rule", async () => {
  await using temp = await tempDir();
  await repositoryIn(temp.path);
  await writeFiles(temp.path, {
    "rules": "plain\n",
    ".gitignore": { link: "rules" },
  });
  assert.deepEqual(ours(temp.path, ["plain"]), new Map([["plain", undefined]]));
});

Deno.test("below an ignored folder nothing is taken back, and the folder is named", async () => {
  await using temp = await tempDir();
  await repositoryIn(temp.path);
  await writeFiles(temp.path, {
    ".gitignore": ".claude/\n!.claude/skills/magpie-setup\n",
    ".claude/.gitignore": "!*\n",
  });
  const rules = openIgnoreRules(findRepository(temp.path));
  assert.deepEqual(rules.check(".claude/skills/magpie-setup", true), {
    ignored: true,
    by: { file: ".gitignore", line: 1, pattern: ".claude/" },
    parent: ".claude",
  });
});

Deno.test("a linked worktree obeys the shared info/exclude", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q", "main"]);
  const main = temp.join("main");
  await repositoryIn(main);
  await git(main, ["commit", "-q", "--allow-empty", "-m", "first"]);
  await git(main, ["worktree", "add", "-q", temp.join("wt")]);
  await writeFiles(main, { ".git/info/exclude": "plain\n" });
  const rules = openIgnoreRules(findRepository(temp.join("wt")));
  assert.ok(rules.check("plain", false).ignored);
});

Deno.test("a plan is judged with the text that .gitignore will have", async () => {
  await using temp = await tempDir();
  await repositoryIn(temp.path);
  const planned = new TextEncoder().encode("/soon\n");
  const rules = openIgnoreRules(findRepository(temp.path), planned);
  assert.ok(rules.check("soon", false).ignored);
  assert.ok(!rules.check("a/soon", false).ignored);
});

Deno.test("an ignore file made to take all time and memory is refused in words", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await writeFiles(temp.path, {
    ".claude/.gitignore": "?".repeat(15 * 1024 * 1024),
  });
  const rules = openIgnoreRules(findRepository(temp.path));
  assert.throws(
    () => rules.check(".claude/skills/magpie-x", false),
    (error) =>
      error instanceof HostError && error.code === "ignore-ineffective",
  );
});
