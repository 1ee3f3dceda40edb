import assert from "node:assert/strict";
import { SourceError } from "../../lib/base/errors.ts";
import { headRef } from "../../lib/git/head_ref.ts";
import { listFolder } from "../../lib/git/list_folder.ts";
import { openRemote } from "../../lib/git/open_remote.ts";
import { readFiles } from "../../lib/git/read_files.ts";
import { createHttpClient } from "../../lib/http/http_client.ts";
import { startGitServer } from "../servers/git_server.ts";
import { git } from "../support/git.ts";
import { SampleSource } from "../support/sample_source.ts";
import { tempDir } from "../support/temp_dir.ts";

Deno.test("a few files of a commit elsewhere", async (t) => {
  await using temp = await tempDir();
  const root = temp.join("served");
  await Deno.mkdir(root);
  await Deno.mkdir(temp.join("scratch"));
  const server = await startGitServer(root);
  const old = await startGitServer(root, { protocol: "v0" });
  const { signal } = new AbortController();
  const context = {
    http: createHttpClient({ env: () => undefined, signal }),
    scratch: temp.join("scratch"),
    signal,
  };
  const source = await SampleSource.create(root, "a", ["read-mail"]);
  await Deno.symlink("README.md", `${source.checkout}/link`);
  await Deno.symlink("skills", `${source.checkout}/folder-link`);
  await source.commit({ "big.txt": "x".repeat(100_000), "empty": "" });
  await source.publish();
  const wishes = [
    "README.md",
    "skills/read-mail/SKILL.md",
    "absent.md",
    "README.md/below",
    "skills",
    "link",
    "folder-link/read-mail/SKILL.md",
    "big.txt",
    "empty",
  ].map((path) => ({ path, maxBytes: 1000 }));
  const read = async (url: string) => {
    const remote = await openRemote(url, context);
    const head = await headRef(remote, url);
    const files = await readFiles(remote, head, wishes, url);
    return [...files].map(([path, file]) => [
      path,
      typeof file === "string" ? file : file.length,
    ]);
  };
  const expected = [
    ["README.md", 16],
    ["skills/read-mail/SKILL.md", 134],
    ["absent.md", "absent"],
    ["README.md/below", "absent"],
    ["skills", "not-a-file"],
    ["link", "not-a-file"],
    ["folder-link/read-mail/SKILL.md", "not-a-file"],
    ["big.txt", "too-large"],
    ["empty", 0],
  ];

  try {
    await t.step("are the same from a server that filters", async () => {
      const before = server.requests.length;
      assert.deepEqual(await read(`${server.url}/a.git`), expected);
      assert.equal(server.requests.length - before, 4);
    });
    await t.step("from one that does not", async () => {
      await git(source.bare, ["config", "uploadpack.allowFilter", "false"]);
      assert.deepEqual(await read(`${server.url}/a.git`), expected);
      await git(source.bare, ["config", "uploadpack.allowFilter", "true"]);
    });
    await t.step("from one of old, and from the disk", async () => {
      assert.deepEqual(await read(`${old.url}/a.git`), expected);
      assert.deepEqual(await read(`file://${source.bare}`), expected);
    });
    await t.step("a folder is listed two levels deep", async () => {
      const url = `${server.url}/a.git`;
      const remote = await openRemote(url, context);
      const head = await headRef(remote, url);
      assert.deepEqual(await listFolder(remote, head, "skills"), [
        { path: "skills/read-mail", kind: "directory" },
        { path: "skills/read-mail/SKILL.md", kind: "file" },
        { path: "skills/read-mail/references", kind: "directory" },
      ]);
      assert.deepEqual(await listFolder(remote, head, "folder-link"), []);
      assert.deepEqual(await listFolder(remote, head, "README.md"), []);
    });
    await t.step(
      "an empty repository and a default branch that is gone are told apart",
      async () => {
        await SampleSource.create(root, "empty");
        await assert.rejects(
          read(`${server.url}/empty.git`),
          (error) =>
            error instanceof SourceError && error.code === "repository-empty",
        );
        await git(source.bare, ["symbolic-ref", "HEAD", "refs/heads/gone"]);
        await assert.rejects(
          read(`${server.url}/a.git`),
          (error) =>
            error instanceof SourceError && error.code === "ref-missing",
        );
      },
    );
  } finally {
    await server.close();
    await old.close();
  }
});
