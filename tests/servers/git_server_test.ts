import assert from "node:assert/strict";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";
import { startGitServer } from "./git_server.ts";

Deno.test("git clones from the git server in both protocol versions", async () => {
  await using temp = await tempDir();
  const source = await SampleSource.create(temp.path, "a", ["one"]);
  const tag = await source.annotatedTag("v1");
  await source.publish();
  const commit = await source.revision("v1^{commit}");
  for (const protocol of ["v0", "v2"] as const) {
    const server = await startGitServer(temp.path, { protocol });
    try {
      const url = `${server.url}/a.git`;
      const refs = await git(temp.path, ["ls-remote", url]);
      assert.ok(refs.includes(`${tag}\trefs/tags/v1\n`));
      assert.ok(refs.includes(`${commit}\trefs/tags/v1^{}`));
      // Version 2 asks for the refs in a request of its own.
      assert.equal(server.requests.length, protocol === "v2" ? 2 : 1);
      await git(temp.path, ["clone", "-q", "--depth=1", url, protocol]);
      assert.equal(
        await git(temp.join(protocol), ["rev-parse", "HEAD"]),
        commit,
      );
    } finally {
      await server.close();
    }
  }
});

Deno.test("the git server turns away who has no credential", async () => {
  await using temp = await tempDir();
  await SampleSource.create(temp.path, "a", ["one"]);
  const auth = { user: "reader", password: "secret" };
  const server = await startGitServer(temp.path, { auth });
  try {
    await assert.rejects(git(temp.path, ["ls-remote", `${server.url}/a.git`]));
    const url = server.url.replace("//", "//reader:secret@");
    await git(temp.path, ["ls-remote", `${url}/a.git`]);
    const answer = await fetch(`${server.url}/a.git/info/refs`);
    assert.equal(answer.status, 401);
    await answer.body?.cancel();
  } finally {
    await server.close();
  }
});

Deno.test("sample repositories have the same ids wherever they are built", async () => {
  const ids: string[] = [];
  for (let run = 0; run < 2; run++) {
    await using temp = await tempDir();
    const source = await SampleSource.create(temp.path, "a", ["one"]);
    ids.push(await source.annotatedTag("v1"));
  }
  assert.equal(ids[0], ids[1]);
});
