import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { gitBranch } from "../../recipes/git_branch.ts";
import { recipeContext } from "./recipe_context.ts";
import { startGitServer } from "../servers/git_server.ts";
import { git, gitEnvironment } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";

async function withSource(
  run: (urls: readonly string[], source: SampleSource) => Promise<void>,
): Promise<void> {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "acme", ["acme-scan"]);
  const first = await source.lightweightTag("trunk");
  await git(source.checkout, ["branch", "-m", "trunk"]);
  await source.commit({ "x": "2\n" });
  await git(source.checkout, ["tag", "only-a-tag", first]);
  await git(source.bare, ["config", "receive.denyDeleteCurrent", "ignore"]);
  await source.publish();
  const server = await startGitServer(dir.path);
  const old = await startGitServer(dir.path, { protocol: "v0" });
  try {
    await run([
      `${server.url}/acme.git`,
      `${old.url}/acme.git`,
      `file://${source.bare}`,
    ], source);
  } finally {
    await server.close();
    await old.close();
  }
}

async function fetchBranch(url: string, ref: string) {
  await using dir = await tempDir();
  const pin = { method: "git-branch", url, ref } as const;
  const fetched = await gitBranch.fetch(pin, recipeContext(dir.path));
  await fetched.tree.close();
  return fetched;
}

Deno.test("the tip of the branch is fetched, whatever a tag of its name says", async () => {
  await withSource(async (urls, source) => {
    const tip = await source.revision("refs/heads/trunk");
    assert.notEqual(tip, await source.revision("refs/tags/trunk"));
    for (const url of urls) {
      assert.equal((await fetchBranch(url, "trunk")).commit, tip);
    }
  });
});

Deno.test("a renamed branch is missing: HEAD is never taken instead", async () => {
  await withSource(async (urls) => {
    for (const url of urls) {
      for (
        const [ref, words] of [
          ["main", /no branch "main"; its branches include "trunk"\.$/],
          ["HEAD", /no branch "HEAD"/],
          ["only-a-tag", /a tag of that name, which git-tag would take/],
          ["trun", /no branch "trun"/],
        ] as const
      ) {
        await assert.rejects(fetchBranch(url, ref), (error) => {
          assert.ok(error instanceof SourceError, String(error));
          assert.equal(error.code, "ref-missing");
          assert.match(error.message, words);
          return true;
        });
      }
    }
  });
});

Deno.test("the printed commands fetch the same commit", async () => {
  await withSource(async ([url], source) => {
    await using dir = await tempDir();
    const pin = { method: "git-branch", url: url!, ref: "trunk" } as const;
    const { success } = await new Deno.Command("sh", {
      args: ["-ec", gitBranch.describe(pin).join("\n")],
      cwd: dir.path,
      clearEnv: true,
      env: gitEnvironment(),
    }).output();
    assert.ok(success);
    assert.equal(
      await git(dir.join("source"), ["rev-parse", "HEAD"]),
      await source.revision("refs/heads/trunk"),
    );
  });
});
