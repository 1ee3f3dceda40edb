import assert from "node:assert/strict";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { readTrackedPaths } from "../../lib/repository/index_file.ts";
import { checkIgnoreEffect } from "../../lib/wiring/ignore_effect.ts";
import { ignoreLines } from "../../lib/wiring/ignore_lines.ts";
import { readIgnoreFile } from "../../lib/wiring/read_ignore_file.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { type Files, writeFiles } from "../support/write_files.ts";

const FOLDERS = [".agents/skills", ".claude/skills"];
const GOOD = `${ignoreLines(FOLDERS, "magpie-").join("\n")}\n`;
const LINK = ".claude/skills/magpie-scan";

async function effect(
  ignore: string,
  files: Files = {},
  tracked: readonly string[] = [],
) {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await git(temp.path, ["config", "core.excludesFile", ".git/user-ignore"]);
  await writeFiles(temp.path, { ...files, ".gitignore": ignore });
  if (tracked.length > 0) await git(temp.path, ["add", "-f", ...tracked]);
  const repository = findRepository(temp.path);
  return checkIgnoreEffect({
    repository,
    tracked: readTrackedPaths(repository),
    folders: FOLDERS,
    prefix: "magpie-",
    links: [LINK],
    text: readIgnoreFile(temp.path),
  }).map(({ rule, level, path, line, message }) => {
    assert.equal(level, "error");
    return { rule, path, line, message };
  });
}

Deno.test("the lines that setup writes have their effect", async () => {
  assert.deepEqual(await effect(GOOD), []);
});

Deno.test("a later negation is named by file and line", async () => {
  const found = await effect(`${GOOD}!/.claude/skills/magpie-scan\n`);
  assert.equal(found.length, 1);
  assert.deepEqual(
    [found[0]?.rule, found[0]?.path, found[0]?.line],
    ["ignore-ineffective", ".gitignore", GOOD.split("\n").length],
  );
  assert.match(found[0]?.message ?? "", /magpie-scan/);
});

Deno.test("a negation in a folder's own ignore file is found", async () => {
  const found = await effect(GOOD, { ".claude/skills/.gitignore": "!*\n" });
  assert.deepEqual(found.map(({ path }) => path), [
    ".claude/skills/.gitignore",
  ]);
});

Deno.test("a folder-only rule leaves the link of a worktree uncovered", async () => {
  const found = await effect(
    GOOD.replace("/.apache-magpie-sources\n", "/.apache-magpie-sources/\n"),
  );
  assert.deepEqual(found.map(({ path }) => path), [".apache-magpie-sources"]);
});

Deno.test("a rule that hides the committed lock is found wherever it stands", async () => {
  const rule = "*.lock\n";
  for (const file of [".git/info/exclude", ".git/user-ignore"]) {
    const found = await effect(GOOD, { [file]: rule });
    assert.equal(found.length, 1, file);
    assert.match(found[0]?.message ?? "", /\.apache-magpie\.sources\.lock/);
    assert.ok(found[0]?.path?.endsWith(file.slice(file.lastIndexOf("/"))));
  }
  const lock = ".apache-magpie.sources.lock";
  assert.deepEqual(await effect(rule + GOOD, { [lock]: "" }, [lock]), []);
});

Deno.test("an excluded parent matters only where the framework is adopted", async () => {
  const ignore = `.claude/\n${GOOD}`;
  assert.deepEqual(await effect(ignore), []);
  const found = await effect(ignore, { ".apache-magpie.lock": "" });
  assert.equal(found.length, 1);
  assert.equal(found[0]?.line, 1);
  assert.match(found[0]?.message ?? "", /magpie-setup.*\.claude/);
});

Deno.test("a later rule that hides magpie-setup is found", async () => {
  const found = await effect(`${GOOD}magpie-setup\n`);
  assert.equal(found.length, 2);
});

Deno.test("tracked snapshots and a tracked local lock are refused", async () => {
  const snapshot = ".apache-magpie-sources/acme/x";
  const lock = ".apache-magpie.sources.local.lock";
  const found = await effect(GOOD, { [snapshot]: "", [lock]: "" }, [
    snapshot,
    lock,
  ]);
  assert.deepEqual(found.map(({ rule, path }) => [rule, path]), [
    ["tracked-generated", snapshot],
    ["tracked-generated", lock],
  ]);
});

Deno.test("a tracked link makes its ignore line vain", async () => {
  const found = await effect(GOOD, { [LINK]: { link: "x" } }, [LINK]);
  assert.deepEqual(found.map(({ rule, path }) => [rule, path]), [
    ["ignore-ineffective", LINK],
  ]);
});

Deno.test("a .gitignore that is a link is refused and its file untouched", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "shared": "canary",
    "repo/.gitignore": { link: "../shared" },
  });
  assert.throws(() => readIgnoreFile(temp.join("repo")), {
    code: "ignore-ineffective",
  });
  assert.equal(await Deno.readTextFile(temp.join("shared")), "canary");
});
