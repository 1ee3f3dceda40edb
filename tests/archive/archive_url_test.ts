import assert from "node:assert/strict";
import {
  apacheArchiveUrl,
  archiveName,
  isForgeArchive,
  siblingUrl,
} from "../../lib/archive/archive_url.ts";

Deno.test("the archive's name and its siblings come from the url's path", () => {
  assert.equal(archiveName("https://h/a/x%2B1.zip?m=1#f"), "x+1.zip");
  assert.equal(archiveName("https://h/a/%zz.zip"), "%zz.zip");
  assert.equal(
    siblingUrl("https://h/x.zip?m=1#f", ".sha512"),
    "https://h/x.zip.sha512?m=1",
  );
});

Deno.test("archives that a forge makes on request are known", () => {
  for (
    const url of [
      "https://github.com/o/r/archive/refs/tags/v1.zip",
      "https://codeload.github.com/o/r/zip/refs/tags/v1",
      "https://api.github.com/repos/o/r/zipball/v1",
      "https://gitlab.example/g/s/r/-/archive/v1/r-v1.zip",
    ]
  ) assert.equal(isForgeArchive(url), true, url);
  for (
    const url of [
      "https://github.com/o/r/releases/download/v1/x.zip",
      "https://archive.apache.org/dist/x/1.0/x.zip",
      "https://h.example/archive/dist/x.zip",
    ]
  ) assert.equal(isForgeArchive(url), false, url);
});

Deno.test("a release that Apache moved is looked for in the archive", () => {
  const moved = "https://archive.apache.org/dist/x/1.0/x.zip";
  for (
    const url of [
      "https://dlcdn.apache.org/x/1.0/x.zip",
      "https://downloads.apache.org/x/1.0/x.zip",
      "https://www.apache.org/dist/x/1.0/x.zip",
      "https://dist.apache.org/repos/dist/release/x/1.0/x.zip",
    ]
  ) assert.equal(apacheArchiveUrl(url), moved, url);
  assert.equal(apacheArchiveUrl(moved), undefined);
  assert.equal(apacheArchiveUrl("https://example.org/x.zip"), undefined);
});
