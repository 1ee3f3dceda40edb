import assert from "node:assert/strict";
import { commitFiles } from "../../lib/adopter/commit_files.ts";
import { ConfigError, SourceError } from "../../lib/base/errors.ts";
import { openLocalRepository } from "../../lib/git/local_repository.ts";
import { git } from "../support/git.ts";
import { tempDir } from "../support/temp_dir.ts";
import { type Files, writeFiles } from "../support/write_files.ts";

const LIST = "skill-sources.md";

/** The files of a commit that holds `files`, while `use` looks at them. */
async function ofCommit(
  files: Files,
  use: (
    read: ReturnType<typeof commitFiles>,
    repository: string,
  ) => Promise<void> | void,
): Promise<void> {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await writeFiles(temp.path, files);
  await git(temp.path, ["add", "-A"]);
  await git(temp.path, ["commit", "-q", "-m", "A commit"]);
  await look(temp.path, "HEAD", use);
}

async function look(
  path: string,
  revision: string,
  use: Parameters<typeof ofCommit>[1],
): Promise<void> {
  const repository = await openLocalRepository(`${path}/.git`);
  const commit = await git(path, ["rev-parse", revision]);
  try {
    await use(commitFiles(repository, commit), path);
  } finally {
    repository.objects.close();
  }
}

const refused = (code: string, says: RegExp) => (error: unknown) =>
  error instanceof ConfigError && error.code === code &&
  says.test(error.message);

Deno.test("a commit's file is read as it was, whatever stands there now", () =>
  ofCommit({ [LIST]: "then\n", "a/b": "x" }, async (files, path) => {
    await Deno.writeTextFile(`${path}/${LIST}`, "now\n");
    assert.equal(new TextDecoder().decode(files.read(LIST, 100)), "then\n");
    assert.equal(files.read("absent", 100), undefined);
    assert.throws(
      () => files.read("a", 100),
      refused("layer-is-a-link", /^a of the commit .* is no regular file/),
    );
  }));

Deno.test("a trust list that is a link in the commit is not followed", () =>
  ofCommit(
    { [LIST]: { link: "real.md" }, "real.md": "# Another list\n" },
    (files) =>
      assert.throws(
        () => files.read(LIST, 100),
        refused("layer-is-a-link", /is no regular file/),
      ),
  ));

Deno.test("a folder that is a link in the commit is not followed", () =>
  ofCommit(
    {
      ".apache-magpie-overrides": { link: "elsewhere" },
      "elsewhere/project.md": "organization: evil\n",
    },
    (files) => {
      assert.throws(
        () => files.read(".apache-magpie-overrides/project.md", 100),
        refused("layer-is-a-link", /reached through the symbolic link/),
      );
      assert.deepEqual(files.list(".apache-magpie-overrides"), []);
      assert.equal(files.state(".apache-magpie-overrides").state, "link");
    },
  ));

Deno.test("a file of the commit that is larger than its limit is not read", () =>
  ofCommit({ [LIST]: "x".repeat(101) }, (files) => {
    assert.throws(
      () => files.read(LIST, 100),
      refused("layer-encoding", /larger than 100 bytes/),
    );
    assert.equal(files.read(LIST, 101)?.length, 101);
  }));

Deno.test("a file entry that names a tree is damage, not a file", async () => {
  await using temp = await tempDir();
  await git(temp.path, ["init", "-q"]);
  await writeFiles(temp.path, { [LIST]: "x" });
  await git(temp.path, ["add", "-A"]);
  const inner = await git(temp.path, ["write-tree"]);
  const raw = temp.join("raw");
  const entry = new TextEncoder().encode(`100644 ${LIST}\0`);
  await Deno.writeFile(
    raw,
    new Uint8Array([...entry, ...Uint8Array.fromHex(inner)]),
  );
  const tree = await git(temp.path, [
    ...["hash-object", "-t", "tree", "-w", "--literally", raw],
  ]);
  const commit = await git(temp.path, ["commit-tree", "-m", "Odd", tree]);
  await look(temp.path, commit, (files) =>
    assert.throws(
      () => files.read(LIST, 100),
      (error) => error instanceof SourceError && error.code === "git-damaged",
    ));
});
