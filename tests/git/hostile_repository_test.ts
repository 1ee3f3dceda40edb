import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { MAX_OBJECT_BYTES, MAX_REFS_BYTES } from "../../lib/base/limits.ts";
import { resolveRef } from "../../lib/git/local_refs.ts";
import { openLocalRemote } from "../../lib/git/local_remote.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { readPathAt } from "../../lib/git/read_path.ts";
import { readTree } from "../../lib/git/read_tree.ts";
import { git } from "../support/git.ts";
import { type TempDir, tempDir } from "../support/temp_dir.ts";
import {
  buildDelta,
  buildPack,
  commitBody,
  idOf,
  treeBody,
  utf8,
} from "./pack_builder.ts";

/** An empty bare repository. */
async function bare(dir: TempDir): Promise<string> {
  const path = dir.join("bare.git");
  await git(dir.path, ["init", "-q", "--bare", path]);
  return path;
}

Deno.test("a url that names no repository that can be read is told as not found", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  await git(path, ["config", "core.repositoryformatversion", "1"]);
  await git(path, ["config", "extensions.future", "true"]);
  for (
    const [url, message] of [
      [`file://${path}`, /future/],
      [`file://${dir.path}/none`, /check the path/],
      ["file:///a%2Fb", /names no path/],
    ] as const
  ) {
    await assert.rejects(openLocalRemote(url), { code: "not-found", message });
  }
});

Deno.test("a ref's file of holes is not read", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  await Deno.writeTextFile(`${path}/refs/tags/v1`, "");
  await Deno.truncate(`${path}/refs/tags/v1`, 1024 ** 3);
  const opened = await openLocalRepository(path);
  assert.throws(() => resolveRef(opened, "refs/tags/v1"), /too large/);
});

Deno.test("packed refs that are a link, or full of holes, are not read", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  const id = "1".repeat(40);
  await Deno.writeTextFile(dir.join("secret"), `${id} refs/tags/v1\n`);
  await Deno.symlink(dir.join("secret"), `${path}/packed-refs`);
  const opened = await openLocalRepository(path);
  assert.throws(() => resolveRef(opened, "refs/tags/v1"), /no regular file/);
  await Deno.remove(`${path}/packed-refs`);
  await Deno.writeTextFile(`${path}/packed-refs`, `${id} refs/tags/v1\n`);
  await Deno.truncate(`${path}/packed-refs`, MAX_REFS_BYTES + 1);
  assert.throws(() => resolveRef(opened, "refs/tags/v1"), {
    code: "limit-exceeded",
  });
});

Deno.test("a loose object that says it would fill the memory is not read", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  const id = "1".repeat(40);
  await Deno.mkdir(`${path}/objects/11`);
  await Deno.writeFile(
    `${path}/objects/11/${id.slice(2)}`,
    deflateSync(`blob ${MAX_OBJECT_BYTES + 1}\0x`),
  );
  const { objects } = await openLocalRepository(path);
  assert.throws(() => objects.read(id), { code: "limit-exceeded" });
  assert.throws(() => objects.read("2".repeat(40)), /is missing/);
});

Deno.test("a delta in a pack whose base is itself, or nowhere, ends", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  const [base, result] = [utf8("aaaaaaaaaaaaaaaaaaaa"), utf8("aaaaaaaaaaB")];
  const pack = buildPack([
    { type: "blob", body: base },
    {
      refDelta: idOf("blob", base),
      delta: buildDelta(20, 11, 0x90, 10, 1, 66),
    },
  ]);
  const file = `${path}/objects/pack/pack-x.pack`;
  await Deno.writeFile(file, pack);
  await git(path, ["index-pack", file]);
  await Deno.chmod(file, 0o644);
  const id = idOf("blob", result);
  const at = pack.findIndex((_, i) =>
    pack.subarray(i, i + 20).toHex() === idOf("blob", base)
  );
  const { objects } = await openLocalRepository(path);
  assert.deepEqual(new Uint8Array(objects.read(id).body), result);
  objects.close();

  pack.set(Uint8Array.fromHex(id), at);
  await Deno.writeFile(file, pack);
  assert.throws(() => objects.read(id), /chain of deltas/);
  assert.throws(() => objects.info(id), /chain of deltas/);
  objects.close();

  pack.set(Uint8Array.fromHex("1".repeat(40)), at);
  await Deno.writeFile(file, pack);
  assert.throws(() => objects.read(id), /base is not in the pack/);
  objects.close();
});

Deno.test("an object that stands where another kind belongs is not read as that", async () => {
  await using dir = await tempDir();
  const path = await bare(dir);
  const write = (type: string, input: Uint8Array) =>
    git(path, ["hash-object", "-w", "--literally", "-t", type, "--stdin"], {
      input,
    });
  const blob = await write("blob", utf8("x"));
  const tree = await write("tree", treeBody([["100644", "a", blob]]));
  const swapped = await write("tree", treeBody([["100644", "a", tree]]));
  const commit = await write("commit", commitBody(swapped));
  const opened = await openLocalRepository(path);
  await assert.rejects(readPathAt(opened, tree, "a"), /is not a commit/);
  await assert.rejects(readPathAt(opened, commit, "a"), /is not a blob/);
  assert.throws(() => readTree(opened.objects, blob), /is not a tree/);
  opened.objects.close();
});
