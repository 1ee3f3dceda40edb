import assert from "node:assert/strict";
import { archiveFormat } from "../../lib/archive/archive_format.ts";

const text = (value: string) => new TextEncoder().encode(value);

Deno.test("what is no archive, or another than its name says, is called what it is", () => {
  const gzip = Uint8Array.of(0x1f, 0x8b, 8, 0);
  const rows: [Uint8Array, string, RegExp][] = [
    [new Uint8Array(0), "a.zip", /it is empty/],
    [text(" \n<!DOCTYPE html>"), "a.zip", /an HTML page/],
    [text("Rar!"), "a.zip", /neither as a zip nor as a gzip/],
    [gzip, "a.zip", /not the zip file that its name says/],
    [text("PK\x03\x04"), "a.tgz", /not the tar.gz file that its name says/],
  ];
  for (const [head, name, message] of rows) {
    assert.throws(() => archiveFormat(head, name), {
      code: "archive-invalid",
      message,
    });
  }
  assert.equal(archiveFormat(gzip, "a.tgz"), "tar.gz");
  assert.equal(archiveFormat(gzip, "download"), "tar.gz");
});
