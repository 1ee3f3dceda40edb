import assert from "node:assert/strict";
import { UsageError } from "../../lib/base/errors.ts";
import { readListFile } from "../../lib/curate/read_list_file.ts";
import { testWith } from "../support/needs_program.ts";
import { tempDir } from "../support/temp_dir.ts";

const never = new AbortController().signal;

testWith(
  ["mkfifo"],
  "a list that is a pipe is read, and one that nobody writes into can be interrupted",
  async () => {
    await using temp = await tempDir();
    const pipe = temp.join("pipe");
    const made = await new Deno.Command("mkfifo", { args: [pipe] }).output();
    assert.ok(made.success);
    const [bytes] = await Promise.all([
      readListFile(pipe, "pipe", never),
      Deno.writeTextFile(pipe, "https://a.example/x\n"),
    ]);
    assert.equal(new TextDecoder().decode(bytes), "https://a.example/x\n");

    const controller = new AbortController();
    const waiting = readListFile(pipe, "pipe", controller.signal);
    controller.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    await Deno.writeTextFile(pipe, "");
  },
);

Deno.test("a list without an end is refused before it fills the memory", async () => {
  await assert.rejects(
    readListFile("/dev/zero", "zero", never),
    (error) => error instanceof UsageError && error.code === "limit-exceeded",
  );
});

Deno.test("a list that is a folder, or is not there, is named", async () => {
  for (const path of ["/", "/nonexistent"]) {
    await assert.rejects(
      readListFile(path, "it", never),
      /it cannot be read; name a file of repository urls/,
    );
  }
});
