import assert from "node:assert/strict";
import type { CommitId } from "../../lib/base/ids.ts";
import { SourceError } from "../../lib/base/errors.ts";
import { newestRelease } from "../../lib/vouch/newest_release.ts";

function newest(...refs: string[]) {
  return newestRelease(
    refs.map((text, at) => {
      const [ref = "", commit = `${at}`] = text.split("=");
      return { ref, commit: commit as CommitId };
    }),
  );
}

Deno.test("the newest release is chosen by its numbers, never a pre-release", () => {
  assert.equal(newest("v1.9.0", "v1.10.0", "v1.2.0").release?.ref, "v1.10.0");
  assert.equal(newest("v1.0.0", "v2.0.0-rc1").release?.ref, "v1.0.0");
  assert.equal(newest("v2.0.0-rc1").release, undefined);
  assert.equal(newest("nightly", "1.0.0").release?.ref, "1.0.0");
  assert.equal(
    newest("release-1.0", "release-1.1").release?.ref,
    "release-1.1",
  );
  assert.equal(newest("1.0.0-incubating").release?.ref, "1.0.0-incubating");
  assert.equal(newest().release, undefined);
});

Deno.test("a tag that moves with every release is not preferred to the release", () => {
  assert.equal(newest("v3", "v3.0.0", "v2").release?.ref, "v3.0.0");
});

Deno.test("versions of several parts are offered, not guessed", () => {
  const { release, offered } = newest("a-v1.0.0", "b-v2.0.0", "b-v1.0.0");
  assert.equal(release, undefined);
  assert.deepEqual(offered, ["b-v2.0.0", "a-v1.0.0"]);
  assert.equal(newest("a-v1.0.0", "a-v1.1.0").release?.ref, "a-v1.1.0");
  assert.equal(newest("a-v9.0.0", "v1.0.0").release?.ref, "v1.0.0");
});

Deno.test("one version that is spelt twice and leads to two commits is refused", () => {
  assert.equal(newest("v1.0.0=a", "1.0.0=a").release?.commit, "a");
  for (const twin of ["1.0.0=b", "v1.0.0+x=b"]) {
    assert.throws(
      () => newest("v1.0.0=a", twin),
      (error) =>
        error instanceof SourceError && error.code === "releases-ambiguous",
    );
  }
});
