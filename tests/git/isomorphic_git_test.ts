import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as oracle from "isomorphic-git";
import { listRefs, resolveRef } from "../../lib/git/local_refs.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { walkCommit } from "../../lib/git/tree_walk.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";

Deno.test("another reader of git repositories finds the same refs, paths and bytes", async () => {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "a", ["one", "two"]);
  await source.annotatedTag("v1");
  await git(source.checkout, ["gc", "-q"]);
  await source.lightweightTag("v2");
  const gitdir = `${source.checkout}/.git`;
  const repository = await openLocalRepository(gitdir);
  const tags = await oracle.listTags({ fs, gitdir });
  assert.deepEqual(
    [...listRefs(repository, "refs/tags/").keys()].sort(),
    tags.map((tag) => `refs/tags/${tag}`).sort(),
  );
  for (const ref of ["HEAD", ...tags.map((tag) => `refs/tags/${tag}`)]) {
    const id = await oracle.resolveRef({ fs, gitdir, ref });
    assert.equal(resolveRef(repository, ref), id);
  }
  const commit = await source.revision("HEAD");
  const tree = walkCommit(repository.objects, commit);
  const files = tree.entries.filter(({ kind }) => kind === "file");
  const decoder = new TextDecoder();
  assert.deepEqual(
    files.map(({ path }) => decoder.decode(path)).sort(),
    (await oracle.listFiles({ fs, gitdir, ref: commit })).sort(),
  );
  for await (const { entry, chunks } of tree.contents(files)) {
    const [body] = await Array.fromAsync(chunks);
    const filepath = decoder.decode(entry.path);
    const wanted = await oracle.readBlob({ fs, gitdir, oid: commit, filepath });
    assert.deepEqual(new Uint8Array(body!), new Uint8Array(wanted.blob));
  }
  await tree.close();
});
