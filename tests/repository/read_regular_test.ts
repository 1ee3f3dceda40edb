import assert from "node:assert/strict";
import { readRegular } from "../../lib/repository/read_regular.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

Deno.test("a regular file is read, an absent one is undefined", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { "a/b": "text", "file": "" });
  const read = (path: string) => readRegular(temp.path, path, 100);
  assert.equal(new TextDecoder().decode(read("a/b")), "text");
  assert.deepEqual(read("file"), new Uint8Array());
  assert.equal(read("absent"), undefined);
  assert.equal(read("absent/b"), undefined);
  assert.equal(read("file/below"), undefined);
});

Deno.test("a link to a secret elsewhere is refused, dangling or not", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "elsewhere/secret.md": "SECRET",
    "root/skill-sources.md": { link: "../elsewhere/secret.md" },
    "root/dangling.md": { link: "nowhere" },
    "root/folder": { link: "../elsewhere" },
  });
  for (const path of ["skill-sources.md", "dangling.md", "folder/secret.md"]) {
    assert.throws(
      () => readRegular(temp.join("root"), path, 100),
      (error: Error & { code?: string }) =>
        error.code === "layer-is-a-link" &&
        /symbolic link/.test(error.message) &&
        !error.message.includes("SECRET"),
    );
  }
});

Deno.test("a FIFO is refused before it is opened, which would hang", async () => {
  await using temp = await tempDir();
  const { success } = await new Deno.Command("mkfifo", {
    args: [temp.join("list.md")],
  }).output();
  assert.ok(success);
  assert.throws(() => readRegular(temp.path, "list.md", 100), {
    code: "layer-is-a-link",
  });
});

Deno.test("a folder where a file belongs is refused", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { "list.md/x": "" });
  assert.throws(() => readRegular(temp.path, "list.md", 100), {
    code: "layer-is-a-link",
  });
});

Deno.test("a file over the limit is refused under the rule of its kind", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { "lock": "12345" });
  assert.equal(readRegular(temp.path, "lock", 5)?.length, 5);
  assert.throws(() => readRegular(temp.path, "lock", 4), {
    code: "layer-encoding",
  });
  assert.throws(() => readRegular(temp.path, "lock", 4, "lock-invalid"), {
    code: "lock-invalid",
  });
});
