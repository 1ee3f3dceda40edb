import assert from "node:assert/strict";
import { FileWindow } from "../../lib/archive/file_window.ts";

Deno.test("nothing is read from outside the file", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeFile(path, new Uint8Array(10));
  using file = await Deno.open(path);
  await Deno.remove(path);
  const window = new FileWindow(file, 10);
  assert.equal(window.read(4, 6).length, 6);
  for (const [offset, length] of [[-1, 2], [4, -1], [4, 7], [11, 0]] as const) {
    assert.throws(() => window.read(offset, length), RangeError);
  }
});

Deno.test("a file that is cut short while it is read ends the reading", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeFile(path, new Uint8Array(10));
  using file = await Deno.open(path);
  const window = new FileWindow(file, 10);
  await Deno.truncate(path, 5);
  await Deno.remove(path);
  assert.throws(() => window.read(0, 10), /became shorter/);
});
