import assert from "node:assert/strict";
import { loadAdopter } from "../../lib/adopter/load_adopter.ts";
import { addEntry, trustListPath } from "../../lib/appraise/add_entry.ts";
import { HostError } from "../../lib/base/errors.ts";
import { makeAdopter } from "../support/adopter.ts";
import { tempDir } from "../support/temp_dir.ts";

const UI = {
  show: () => {},
  confirm: () => Promise.resolve(true),
  progress: () => {},
};
const CONTEXT = { signal: new AbortController().signal, ui: UI };
const BYTES = new TextEncoder().encode("new\n");

/** Loads an adopter, changes its trust list, and adds to what was loaded. */
async function addAfter(
  before: string | undefined,
  change: (path: string) => Promise<void>,
): Promise<string> {
  await using temp = await tempDir();
  const { path } = await makeAdopter(temp.join("adopter"), before);
  const adopter = await loadAdopter(path, { noGit: false });
  const file = `${path}/skill-sources.md`;
  await change(file);
  const where = trustListPath(adopter);
  await assert.rejects(
    () => addEntry(adopter, where, BYTES, CONTEXT),
    (error) => error instanceof HostError && error.code === "disk-error",
  );
  return await Deno.readTextFile(file);
}

Deno.test("a list that somebody changes while a source is looked at is left as it is", async () => {
  const edited = "# Mine, edited\n";
  assert.equal(
    await addAfter("# Mine\n", (file) => Deno.writeTextFile(file, edited)),
    edited,
  );
});

Deno.test("a list that somebody makes meanwhile is not replaced", async () => {
  const made = "# Theirs\n";
  assert.equal(
    await addAfter(undefined, (file) => Deno.writeTextFile(file, made)),
    made,
  );
});

Deno.test("a list that is removed meanwhile is not written anew", async () => {
  await assert.rejects(
    () => addAfter("# Mine\n", (file) => Deno.remove(file)),
    Deno.errors.NotFound,
  );
});
