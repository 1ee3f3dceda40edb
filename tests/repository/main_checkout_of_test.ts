import assert from "node:assert/strict";
import { findRepository } from "../../lib/repository/find_repository.ts";
import { listWorktrees } from "../../lib/repository/list_worktrees.ts";
import {
  mainCheckoutOf,
  worktreeOf,
} from "../../lib/repository/main_checkout_of.ts";
import { openWorktree } from "../../lib/repository/open_worktree.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

async function repository(path: string): Promise<string> {
  await Deno.mkdir(path, { recursive: true });
  await git(path, ["init", "-q", "-b", "main"]);
  await git(path, ["commit", "-q", "--allow-empty", "-m", "first"]);
  return path;
}

Deno.test("a main checkout is its own, a linked worktree's is the one git names", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.join("main"));
  const main = findRepository(root);
  assert.equal(mainCheckoutOf(main), main);
  await git(root, ["worktree", "add", "-q", temp.join("wt")]);
  const linked = findRepository(temp.join("wt"));
  assert.deepEqual(mainCheckoutOf(linked), main);
  assert.equal(worktreeOf(linked.gitDir!), linked.root);
});

Deno.test("worktrees are listed as git knows them: gone, locked, hollow", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.join("main"));
  assert.deepEqual(listWorktrees(findRepository(root)), []);
  for (const name of ["a", "b", "c"]) {
    await git(root, ["worktree", "add", "-q", temp.join(name)]);
  }
  await git(root, ["worktree", "lock", temp.join("b")]);
  await Deno.remove(temp.join("b"), { recursive: true });
  await Deno.remove(temp.join("c"), { recursive: true });
  await Deno.mkdir(`${root}/.git/worktrees/d`);
  const main = findRepository(root);
  assert.deepEqual(
    listWorktrees(main).map(({ path, standing, locked }) => [
      path,
      standing,
      locked,
    ]),
    [
      [temp.join("a"), true, false],
      [temp.join("b"), false, true],
      [temp.join("c"), false, false],
      ["worktrees/d", false, false],
    ],
  );
  const [first] = listWorktrees(main);
  assert.equal(openWorktree(main, first!).root, temp.join("a"));
});

Deno.test("a bare repository's worktrees belong to none of them", async () => {
  await using temp = await tempDir();
  const seed = await repository(temp.join("seed"));
  const bare = temp.join("bare.git");
  await git(seed, ["clone", "-q", "--bare", seed, bare]);
  await git(bare, ["worktree", "add", "-q", "-b", "x", temp.join("wt")]);
  const checkout = findRepository(temp.join("wt"));
  assert.equal(mainCheckoutOf(checkout), checkout);
  assert.deepEqual(listWorktrees(checkout), []);
});

Deno.test("another repository's worktree at the place is not the one that is named", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.join("main"));
  const other = await repository(temp.join("other"));
  await git(root, ["worktree", "add", "-q", temp.join("wt")]);
  await Deno.remove(temp.join("wt"), { recursive: true });
  await git(other, ["worktree", "add", "-q", temp.join("wt")]);
  const main = findRepository(root);
  const [place] = listWorktrees(main);
  assert.equal(place?.standing, true);
  assert.throws(() => openWorktree(main, place!), {
    code: "main-checkout-unknown",
  });
});

Deno.test("a main checkout among snapshots is none", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.join("main"));
  const planted = await repository(`${root}/.apache-magpie-sources/acme`);
  await git(planted, ["worktree", "add", "-q", temp.join("wt")]);
  assert.throws(() => mainCheckoutOf(findRepository(temp.join("wt"))), {
    code: "main-checkout-unknown",
  });
});

Deno.test("a worktree whose main checkout is gone is told so", async () => {
  await using temp = await tempDir();
  const root = await repository(temp.join("main"));
  await git(root, ["worktree", "add", "-q", temp.join("wt")]);
  // The git directory alone was kept.
  await Deno.mkdir(temp.join("kept"));
  await Deno.rename(`${root}/.git`, temp.join("kept/store"));
  await git(temp.join("kept/store"), ["worktree", "repair", temp.join("wt")]);
  assert.throws(() => mainCheckoutOf(findRepository(temp.join("wt"))), {
    code: "main-checkout-unknown",
    message: /core\.worktree/,
  });
});
