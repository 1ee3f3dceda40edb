import assert from "node:assert/strict";
import { ConfigError, HostError } from "../../lib/base/errors.ts";
import { writeBeside } from "../../lib/curate/write_beside.ts";
import { tempDir } from "../support/temp_dir.ts";
import { writeFiles } from "../support/write_files.ts";

const PATH = "organizations/acme/skill-sources.md";
const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("folders above a new list are made", async () => {
  await using temp = await tempDir();
  writeBeside(temp.path, PATH, undefined, bytes("new\n"));
  assert.equal(await Deno.readTextFile(temp.join(PATH)), "new\n");
});

Deno.test("a folder that is a link is not written through", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, {
    "outside/canary": "UNTOUCHED\n",
    "organizations/acme": { link: "../outside" },
  });
  assert.throws(
    () => writeBeside(temp.path, PATH, undefined, bytes("new\n")),
    (error) => error instanceof ConfigError && error.code === "layer-is-a-link",
  );
  assert.deepEqual(
    [...Deno.readDirSync(temp.join("outside"))].map(({ name }) => name),
    ["canary"],
  );
});

Deno.test("an edit made while the question stood is not written over", async () => {
  await using temp = await tempDir();
  await writeFiles(temp.path, { [PATH]: "edited meanwhile\n" });
  for (const before of [undefined, bytes("as it was\n")]) {
    assert.throws(
      () => writeBeside(temp.path, PATH, before, bytes("new\n")),
      (error) =>
        error instanceof HostError &&
        /was changed meanwhile; it is left as it is/.test(error.message),
    );
  }
  assert.equal(
    await Deno.readTextFile(temp.join(PATH)),
    "edited meanwhile\n",
  );
  assert.deepEqual(
    [...Deno.readDirSync(temp.join("organizations/acme"))].length,
    1,
  );
});
