import assert from "node:assert/strict";
import { BlobReader, TextWriter, ZipReader } from "zip.js";
import { zip } from "./zip.ts";

async function read(archive: Uint8Array<ArrayBuffer>) {
  const reader = new ZipReader(new BlobReader(new Blob([archive])), {
    checkSignature: true,
    useWebWorkers: false,
  });
  const entries = await reader.getEntries();
  const found = [];
  for (const entry of entries) {
    found.push({
      name: entry.filename,
      mode: entry.externalFileAttributes >>> 16,
      text: entry.directory ? "" : await entry.getData(new TextWriter()),
    });
  }
  await reader.close();
  return found;
}

Deno.test("an independent reader finds what the zip writer was given", async () => {
  const archive = zip([
    { name: "top/" },
    { name: "top/a.txt", content: "a".repeat(5_000) },
    { name: "top/run.sh", content: "#!/bin/sh\n", mode: 0o100755 },
    { name: "top/link", link: "a.txt" },
    { name: "top/stored", content: "plain", method: "store" },
    { name: "top/late", content: "behind", dataDescriptor: true },
  ], { comment: "made for a test" });
  assert.deepEqual(await read(archive), [
    { name: "top/", mode: 0o40755, text: "" },
    { name: "top/a.txt", mode: 0o100644, text: "a".repeat(5_000) },
    { name: "top/run.sh", mode: 0o100755, text: "#!/bin/sh\n" },
    { name: "top/link", mode: 0o120777, text: "a.txt" },
    { name: "top/stored", mode: 0o100644, text: "plain" },
    { name: "top/late", mode: 0o100644, text: "behind" },
  ]);
});

Deno.test("a lie in the header is a lie", async () => {
  const archive = zip([{ name: "a", content: "text", claims: { crc: 1 } }]);
  await assert.rejects(read(archive));
});
