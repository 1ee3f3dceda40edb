import assert from "node:assert/strict";
import type { CommitId } from "../../lib/base/ids.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { signedObjects } from "../../lib/git/signed_objects.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";

Deno.test("a signed tag that a server says leads to another commit vouches for neither", async () => {
  await using temp = await tempDir();
  const source = await SampleSource.create(temp.path, "acme", ["one"]);
  const first = await source.revision("HEAD") as CommitId;
  const tag = await source.annotatedTag("v1.0");
  const second = await source.commit({ "NEWS": "Two.\n" }) as CommitId;
  await source.publish();
  const { objects } = await openLocalRepository(source.bare);
  try {
    const ref = { name: "refs/tags/v1.0", id: tag, peeled: first };
    const found = signedObjects(objects, ref, first);
    assert.deepEqual(found.tags.map(({ name }) => name), ["v1.0"]);
    const raw = await git(source.bare, ["cat-file", "commit", first]);
    assert.equal(new TextDecoder().decode(found.commit.raw), `${raw}\n`);
    assert.throws(
      () => signedObjects(objects, { ...ref, peeled: second }, second),
      { code: "git-damaged" },
    );
    // A lightweight tag has no object of its own.
    const light = { name: "refs/tags/v1.0", id: second };
    assert.deepEqual(signedObjects(objects, light, second).tags, []);
  } finally {
    objects.close();
  }
});
