import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../lib/base/errors.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { resolveRevision } from "../../lib/git/resolve_revision.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";

/** A repository with a merge, tags of both kinds, a remote and a branch in a folder. */
async function sample(folder: string): Promise<void> {
  await git(folder, ["init", "-q", "-b", "main"]);
  const commit = (message: string) =>
    git(folder, ["commit", "-q", "--allow-empty", "-m", message]);
  for (const message of ["one", "two", "three"]) await commit(message);
  await git(folder, ["switch", "-q", "-c", "topic/one", "HEAD~1"]);
  await commit("four");
  await git(folder, ["switch", "-q", "main"]);
  await git(folder, ["merge", "-q", "--no-ff", "-m", "five", "topic/one"]);
  await git(folder, ["tag", "light", "HEAD~2"]);
  await git(folder, ["tag", "-a", "-m", "x", "noted", "HEAD^2"]);
  await git(folder, ["tag", "-a", "-m", "x", "twice", "noted"]);
  await git(folder, ["update-ref", "refs/remotes/origin/main", "HEAD~1"]);
  await git(folder, [
    "symbolic-ref",
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
  ]);
  await git(folder, [
    "tag",
    "blob",
    await git(folder, [
      "hash-object",
      "-w",
      "-t",
      "blob",
      "/dev/null",
    ]),
  ]);
}

const revision = fc.tuple(
  fc.constantFrom(
    "HEAD",
    "@",
    "main",
    "topic/one",
    "light",
    "noted",
    "twice",
    "origin/main",
    "origin",
    "heads/main",
    "tags/noted",
    "refs/heads/main",
    "remotes/origin/main",
    "nowhere",
    "blob",
    "..",
    "refs/heads/../../HEAD",
    "",
  ),
  fc.array(
    fc.constantFrom("~", "^", "~2", "^2", "~0", "^0", "^1", "~9", "^3"),
    { maxLength: 3 },
  ),
).map(([name, steps]) => name + steps.join(""));

Deno.test("a revision names the commit that git rev-parse gives, packed or not", async () => {
  await using temp = await tempDir();
  await sample(temp.path);
  for (const packed of [false, true]) {
    if (packed) {
      await git(temp.path, ["gc", "-q"]);
      await git(temp.path, ["pack-refs", "--all"]);
    }
    const repository = await openLocalRepository(temp.join(".git"));
    await fc.assert(
      fc.asyncProperty(revision, async (text) => {
        const expected = await git(temp.path, [
          "rev-parse",
          "--verify",
          "--quiet",
          "--end-of-options",
          `${text}^{commit}`,
        ]).catch(() => undefined);
        let ours: string | undefined;
        try {
          ours = resolveRevision(repository, text);
        } catch (error) {
          assert.ok(error instanceof UsageError, `${text}: ${error}`);
        }
        assert.equal(ours, expected, text);
      }),
      { numRuns: 60 },
    );
    repository.objects.close();
  }
});

Deno.test("a tag and a branch of one name must be told apart by the person: trust hangs on which it is", async () => {
  await using temp = await tempDir();
  await sample(temp.path);
  const repository = await openLocalRepository(temp.join(".git"));
  const resolve = (text: string) => resolveRevision(repository, text);
  await git(temp.path, ["tag", "main", "HEAD~1"]);
  assert.throws(
    () => resolve("main"),
    /ambiguous.*refs\/tags\/main.*refs\/heads\/main/,
  );
  assert.equal(
    resolve("refs/heads/main"),
    await git(temp.path, ["rev-parse", "refs/heads/main"]),
  );
  assert.throws(
    () => resolve((resolve("HEAD")).slice(0, 12)),
    /full commit id/,
  );
  assert.throws(() => resolve("HEAD~99999999999"), UsageError);
  repository.objects.close();
});
