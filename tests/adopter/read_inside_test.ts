import assert from "node:assert/strict";
import { readInside, readTextInside } from "../../lib/adopter/read_inside.ts";
import { tempDir } from "../support/temp_dir.ts";

Deno.test("a link that leads out of the snapshot quotes no file of the host", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("snapshot/skill"), { recursive: true });
  await Deno.mkdir(temp.join("snapshot-evil"));
  await Deno.writeTextFile(temp.join("secret"), "TOPSECRET");
  await Deno.writeTextFile(temp.join("snapshot-evil/secret"), "TOPSECRET");
  const folder = temp.join("snapshot");
  const targets = {
    climbing: "../../secret",
    absolute: temp.join("secret"),
    sibling: "../../snapshot-evil/secret",
    itself: "itself",
    dangling: "nothing",
    device: "/dev/zero",
    folder: ".",
  };
  for (const [name, target] of Object.entries(targets)) {
    await Deno.symlink(target, temp.join("snapshot/skill", name));
    assert.equal(readInside(folder, `skill/${name}`, 100), undefined, name);
  }
  assert.equal(readInside(folder, "../secret", 100), undefined);
});

Deno.test("a file is read, also through a link that stays inside", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("snapshot/skill"), { recursive: true });
  await Deno.writeTextFile(temp.join("snapshot/shared.md"), "text");
  await Deno.symlink("../shared.md", temp.join("snapshot/skill/a.md"));
  const folder = temp.join("snapshot");
  assert.equal(readTextInside(folder, "skill/a.md", 100), "text");
  assert.equal(readTextInside(folder, "skill/a.md", 4), "text");
});

Deno.test("a file that is too large or no UTF-8 gives no text", async () => {
  await using temp = await tempDir();
  await Deno.mkdir(temp.join("snapshot"));
  const folder = temp.join("snapshot");
  await Deno.writeTextFile(temp.join("snapshot/large"), "x".repeat(50));
  await Deno.writeFile(temp.join("snapshot/latin"), Uint8Array.of(0xe9));
  assert.equal(readInside(folder, "large", 10)?.length, 11);
  assert.equal(readTextInside(folder, "large", 10), undefined);
  assert.equal(readTextInside(folder, "latin", 10), undefined);
});
