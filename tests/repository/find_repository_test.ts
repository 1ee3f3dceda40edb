import assert from "node:assert/strict";
import {
  findRepository,
  requireSymlinks,
} from "../../lib/repository/find_repository.ts";
import { isGitDir } from "../../lib/repository/git_dir.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

async function repository(folder: string, name: string): Promise<string> {
  await git(folder, ["init", "-q", "-b", "main", name]);
  const root = `${folder}/${name}`;
  await git(root, ["commit", "-q", "--allow-empty", "-m", "first"]);
  return root;
}

Deno.test("the main checkout is found from a folder below it", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  await writeFiles(root, { "a/b/c": "" });
  const found = findRepository(`${root}/a/b`);
  assert.equal(found.root, root);
  assert.equal(found.mainRoot, root);
  assert.equal(found.gitDir, `${root}/.git`);
  assert.equal(found.kind, "main");
  assert.ok(!found.bareMain && !found.submodule && !found.symlinksOff);
  assert.equal(found.objectIdBytes, 20);
});

Deno.test("a folder reached through a link belongs to the checkout it really lies in", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  await Deno.symlink(root, temp.join("alias"));
  assert.equal(findRepository(temp.join("alias")).root, root);
});

Deno.test("a linked worktree names its main checkout", async () => {
  await using temp = await tempDir();
  const main = await repository(temp.path, "main");
  await git(main, ["worktree", "add", "-q", temp.join("wt")]);
  const found = findRepository(temp.join("wt"));
  assert.equal(found.kind, "linked-worktree");
  assert.equal(found.root, temp.join("wt"));
  assert.equal(found.mainRoot, main);
  assert.equal(found.commonDir, `${main}/.git`);
  assert.equal(found.gitDir, `${main}/.git/worktrees/wt`);
});

Deno.test("a checkout with a separate git directory is a main one, its worktrees know no main", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q", "--separate-git-dir=store", "main"]);
  const main = temp.join("main");
  await git(main, ["commit", "-q", "--allow-empty", "-m", "first"]);
  const found = findRepository(main);
  assert.equal(found.kind, "main");
  assert.equal(found.gitDir, temp.join("store"));
  await git(main, ["worktree", "add", "-q", temp.join("wt")]);
  const linked = findRepository(temp.join("wt"));
  assert.equal(linked.kind, "linked-worktree");
  assert.equal(linked.mainRoot, undefined);
});

Deno.test("a submodule is a main checkout of its own, also its linked worktree", async () => {
  await using temp = await tempDir();
  const library = await repository(temp.path, "library");
  const outer = await repository(temp.path, "outer");
  await git(outer, [
    ...["-c", "protocol.file.allow=always"],
    ...["submodule", "add", "-q", library, "sub"],
  ]);
  const sub = findRepository(`${outer}/sub`);
  assert.equal(sub.root, `${outer}/sub`);
  assert.equal(sub.kind, "main");
  assert.ok(sub.submodule);
  await git(`${outer}/sub`, ["worktree", "add", "-q", temp.join("wt")]);
  const linked = findRepository(temp.join("wt"));
  assert.equal(linked.kind, "linked-worktree");
  assert.equal(linked.mainRoot, `${outer}/sub`);
  assert.equal(findRepository(outer).submodule, false);
});

Deno.test("each worktree of a bare repository is a checkout of its own", async () => {
  await using temp = await tempDir();
  const seed = await repository(temp.path, "seed");
  await git(temp.path, ["clone", "-q", "--bare", seed, "project/.bare"]);
  await writeFiles(temp.join("project"), { ".git": "gitdir: ./.bare\n" });
  const bare = temp.join("project", ".bare");
  await git(bare, ["worktree", "add", "-q", "../feature"]);
  const found = findRepository(temp.join("project", "feature"));
  assert.equal(found.kind, "main");
  assert.ok(found.bareMain);
  assert.equal(found.root, temp.join("project", "feature"));
  assert.equal(found.mainRoot, found.root);
  for (const folder of [temp.join("project"), bare]) {
    assert.throws(() => findRepository(folder), { code: "not-a-repository" });
  }
});

Deno.test("a folder that looks like a git directory, and has no HEAD, is none", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { "objects/x": "", "refs/x": "" });
  assert.equal(isGitDir(temp.path), false);
  await Deno.writeTextFile(temp.join("HEAD"), "ref: refs/heads/main\n");
  assert.equal(isGitDir(temp.path), true);
});

Deno.test("inside the git directory is in no checkout", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  for (const folder of [`${root}/.git`, `${root}/.git/hooks`]) {
    assert.throws(() => findRepository(folder), {
      code: "not-a-repository",
      message: /inside the git directory/,
    });
  }
});

Deno.test("a bare main with per-worktree configuration is still bare", async () => {
  await using temp = await tempDir();
  const seed = await repository(temp.path, "seed");
  await git(temp.path, ["clone", "-q", "--bare", seed, "store.git"]);
  const bare = temp.join("store.git");
  await git(bare, ["config", "extensions.worktreeConfig", "true"]);
  await git(bare, ["config", "--unset", "core.bare"]);
  await git(bare, ["config", "--file", "config.worktree", "core.bare", "true"]);
  await git(bare, ["worktree", "add", "-q", temp.join("wt")]);
  assert.ok(findRepository(temp.join("wt")).bareMain);
});

Deno.test("a .git that is a link to the real directory is followed, as git does", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  await Deno.rename(`${root}/.git`, temp.join("moved"));
  await Deno.symlink("../moved", `${root}/.git`);
  const found = findRepository(root);
  assert.equal(found.root, root);
  assert.equal(found.gitDir, temp.join("moved"));
});

Deno.test("the empty .git of a snapshot does not end the search", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  const snapshot = `${root}/.apache-magpie-sources/acme`;
  await Deno.mkdir(`${snapshot}/.git`, { recursive: true });
  assert.equal(findRepository(snapshot).root, root);
});

Deno.test("outside a repository the message names the folder and --no-git", async () => {
  await using temp = await tempDir();
  assert.throws(() => findRepository(temp.path), (error: Error) => {
    assert.ok(error.message.includes(temp.path));
    assert.ok(error.message.includes("--no-git"));
    return (error as { code?: string }).code === "not-a-repository";
  });
  assert.throws(() => findRepository(temp.join("absent")), {
    code: "not-a-repository",
  });
});

Deno.test("a .git file that leads nowhere is an error, not an invitation to look above", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  for (const text of ["gitdir: ../gone\n", "rubbish", ""]) {
    await writeFiles(root, { "inner/.git": text });
    assert.throws(() => findRepository(`${root}/inner`), {
      code: "not-a-repository",
    });
  }
});

Deno.test("core.worktree that does not enclose the folder is refused", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  await Deno.mkdir(temp.join("elsewhere"));
  await git(root, ["config", "core.worktree", temp.join("elsewhere")]);
  assert.throws(() => findRepository(root), { code: "not-a-repository" });
});

Deno.test("a SHA-256 repository has object ids of 32 bytes", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q", "--object-format=sha256"]);
  assert.equal(findRepository(temp.path).objectIdBytes, 32);
});

Deno.test("core.symlinks=false is refused with the command that changes it", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  requireSymlinks(findRepository(root));
  await git(root, ["config", "core.symlinks", "false"]);
  const found = findRepository(root);
  assert.throws(
    () => requireSymlinks(found, () => [".claude/skills/magpie-setup"]),
    (error: Error & { code?: string }) =>
      error.code === "symlinks-off" &&
      error.message.includes("git config core.symlinks true") &&
      error.message.includes(".claude/skills/magpie-setup is a text file") &&
      error.message.includes("git checkout -- .claude/skills/magpie-setup"),
  );
  // Never a command that throws away other work, or runs what a name holds.
  assert.throws(
    () => requireSymlinks(found, () => [".claude/skills/magpie-x; id"]),
    (error: Error & { fix?: string }) =>
      error.fix === "git config core.symlinks true" &&
      !error.message.includes("checkout"),
  );
});

Deno.test("--no-git takes the trust list's folder, never a snapshot's own list", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "app/.apache-magpie-overrides/skill-sources.md": "",
    "app/deep/er/x": "",
    "app/.apache-magpie-sources/acme/skill-sources.md": "",
    "app/.apache-magpie-sources/acme/skills/x": "",
    "bare/x": "",
  });
  const find = (path: string) =>
    findRepository(temp.join(path), { noGit: true });
  const app = temp.join("app");
  assert.equal(find("app/deep/er").root, app);
  assert.equal(find("app/.apache-magpie-overrides").root, app);
  assert.equal(find("app/.apache-magpie-sources/acme/skills").root, app);
  assert.equal(find("bare").root, temp.join("bare"));
  assert.equal(find("app").kind, "no-git");
  assert.equal(find("app").gitDir, undefined);
});

Deno.test("a repository planted among the snapshots is not taken for the checkout", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.path, "main");
  const planted = `${root}/.apache-magpie-sources/acme`;
  await Deno.mkdir(planted, { recursive: true });
  await git(planted, ["init", "-q"]);
  await git(planted, ["config", "core.worktree", root]);
  assert.equal(findRepository(planted).gitDir, `${root}/.git`);
  await Deno.remove(`${planted}/.git`, { recursive: true });
  await Deno.writeTextFile(`${planted}/.git`, "gitdir: /nonexistent\n");
  assert.equal(findRepository(planted).root, root);
});
