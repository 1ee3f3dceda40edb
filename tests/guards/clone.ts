/** Runs git; throws an `Error` with what it said when it fails. */
async function git(cwd: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args,
    cwd,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/**
 * Makes `clone` a clone of the last commit of the repository at `root`, or
 * brings an older clone there, and drops whatever an ended run left in it.
 */
export async function cloneHead(root: string, clone: string): Promise<void> {
  const head = await git(root, "rev-parse", "HEAD");
  try {
    await Deno.lstat(clone);
  } catch {
    await git(root, "clone", "--quiet", "--no-local", root, clone);
  }
  await git(clone, "fetch", "--quiet", "origin");
  await git(clone, "checkout", "--quiet", "--force", "--detach", head);
  await git(clone, "clean", "--quiet", "-fdx");
}

/** Test files of the tree at `root` that can say something about a guard, sorted. */
export async function testFiles(root: string): Promise<string[]> {
  const listed = await git(root, "ls-files", "tests/*_test.ts");
  // These look at tests and texts, or take a time of their own.
  return listed.split("\n").filter((file) =>
    !/^tests\/(guards|faults\/kill|docs_test|architecture_test|servers|support)/
      .test(file)
  );
}

/** Test helpers of the tree at `root` that start programs. */
export async function helpers(root: string): Promise<string[]> {
  return (await git(root, "grep", "-l", "clearEnv: true", "--", "tests"))
    .split("\n");
}
