import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { discoverPin, releasesOf } from "../../recipes/mod.ts";
import type { Method } from "../../lib/trust/model.ts";
import { startGitServer } from "../servers/git_server.ts";
import { startStaticServer } from "../servers/static_server.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";
import { zip } from "../support/zip.ts";
import { recipeContext } from "./recipe_context.ts";

/** A source reached over both protocols and from the disk. */
async function everyWay(
  run: (url: string, source: SampleSource) => Promise<void>,
): Promise<void> {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "acme", ["acme-scan"]);
  await source.annotatedTag("v1.0.0");
  await source.commit({ "x": "2\n" });
  await source.lightweightTag("v1.1.0");
  await git(source.checkout, ["tag", "-a", "-m", "nested", "again", "v1.0.0"]);
  await source.publish();
  const servers = [
    await startGitServer(dir.path),
    await startGitServer(dir.path, { protocol: "v0" }),
  ];
  try {
    for (const { url } of servers) await run(`${url}/acme.git`, source);
    await run(`file://${source.bare}`, source);
  } finally {
    for (const server of servers) await server.close();
  }
}

/** Discovers in a folder of its own, in which nothing may be left. */
async function discover(method: Method, url: string, ref: string) {
  await using dir = await tempDir();
  try {
    const place = { method, url, ref };
    return await discoverPin(place, recipeContext(dir.path));
  } finally {
    assert.deepEqual([...Deno.readDirSync(dir.path)], []);
  }
}

async function releases(method: Method, url: string) {
  await using dir = await tempDir();
  return await releasesOf({ method, url }, recipeContext(dir.path));
}

const rejects = (promise: Promise<unknown>, code: string) =>
  assert.rejects(promise, { code });

Deno.test("a tag is discovered peeled, and nothing is downloaded", async () => {
  await everyWay(async (url, source) => {
    const first = await source.revision("v1.0.0^{commit}");
    for (const ref of ["v1.0.0", "again"]) {
      assert.deepEqual(await discover("git-tag", url, ref), {
        method: "git-tag",
        url,
        ref,
        commit: first,
      });
    }
    await rejects(discover("git-tag", url, "main"), "ref-missing");
    await rejects(discover("git-tag", url, "v1"), "ref-missing");
  });
});

Deno.test("a branch is discovered when it stands, and gets no anchor", async () => {
  await everyWay(async (url) => {
    assert.deepEqual(await discover("git-branch", url, "main"), {
      method: "git-branch",
      url,
      ref: "main",
    });
    await rejects(discover("git-branch", url, "v1.0.0"), "ref-missing");
  });
});

Deno.test("the releases are the tags, each with the commit it leads to", async () => {
  await everyWay(async (url, source) => {
    const first = await source.revision("v1.0.0^{commit}");
    const second = await source.revision("v1.1.0");
    for (const method of ["git-tag", "git-branch"] as const) {
      const found = [...await releases(method, url)]
        .sort((a, b) => a.ref < b.ref ? -1 : 1);
      assert.deepEqual(found, [
        { ref: "again", commit: first },
        { ref: "v1.0.0", commit: first },
        { ref: "v1.1.0", commit: second },
      ]);
    }
  });
});

Deno.test("an archive is discovered by its digest and removed again", async () => {
  await using dir = await tempDir();
  const bytes = zip([{ name: "x/skills/scan/SKILL.md", content: "x\n" }]);
  await Deno.writeFile(dir.join("x.zip"), bytes);
  await Deno.writeTextFile(dir.join("page.zip"), "<!doctype html><p>Hi\n");
  await Deno.writeTextFile(dir.join("empty.zip"), "");
  const server = await startStaticServer(dir.path);
  try {
    const url = `${server.url}/x.zip`;
    assert.deepEqual(await discover("svn-zip", url, "1.0.0"), {
      method: "svn-zip",
      url,
      ref: "1.0.0",
      sha512: createHash("sha512").update(bytes).digest("hex"),
    });
    // A pin of a web page would verify for ever after.
    for (const name of ["page.zip", "empty.zip"]) {
      const place = `${server.url}/${name}`;
      await rejects(discover("svn-zip", place, "1"), "archive-invalid");
    }
    await rejects(
      discover("svn-zip", `${server.url}/none.zip`, "1"),
      "not-found",
    );
    await rejects(releases("svn-zip", url), "releases-unlisted");
  } finally {
    await server.close();
  }
});
