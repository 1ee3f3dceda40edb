import assert from "node:assert/strict";
import type { Pin } from "../../lib/trust/model.ts";
import { followsVersion } from "../../lib/upgrade/follows_version.ts";

const zipPin = (url: string, ref: string) =>
  ({ method: "svn-zip", url, ref, sha512: "" }) as unknown as Pin;
const tagPin = (url: string, ref: string) =>
  ({ method: "git-tag", url, ref, commit: "" }) as unknown as Pin;

Deno.test("the url of an archive may follow its version in folders, name and query", () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    [
      "https://a.example/x/1.0/x-1.0.zip",
      "https://a.example/x/1.1/x-1.1.zip",
      "1.0",
      "1.1",
    ],
    [
      "https://a.example/download/v1.0/x1.0.tgz",
      "https://a.example/download/v2.0/x2.0.tgz",
      "1.0",
      "2.0",
    ],
    [
      "https://a.example/x-1.0/x.zip?v=1.0",
      "https://a.example/x-2.0/x.zip?v=2.0",
      "1.0",
      "2.0",
    ],
    ["https://a.example/x-1.0.zip", "https://a.example/x-1.0.zip", "1.0", "2"],
  ];
  for (const [was, is, from, to] of rows) {
    assert.ok(followsVersion(zipPin(was, from), zipPin(is, to)), is);
  }
});

Deno.test("a new version moves an archive to no other host, port or owner", () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    // Whoever registers the next number in a name.
    [
      "https://forge.example/acme1/x/1/x-1.zip",
      "https://forge.example/acme2/x/2/x-2.zip",
      "1",
      "2",
    ],
    ["https://dl1.example/x-1.zip", "https://dl2.example/x-2.zip", "1", "2"],
    [
      "https://files.example/x-files.zip",
      "https://evil.example/x-evil.zip",
      "files",
      "evil",
    ],
    ["http://[::1]:81/x-81.zip", "http://[::1]:82/x-82.zip", "81", "82"],
    [
      "https://a.example/get/x-1.zip?owner=acme1",
      "https://a.example/get/x-2.zip?owner=acme2",
      "1",
      "2",
    ],
    // A ref that a pattern would take for any character.
    ["https://a.example/1x0/x.zip", "https://a.example/2/x.zip", "1.0", "2"],
    ["https://a.example/x-1.zip", "http://a.example/x-2.zip", "1", "2"],
  ];
  for (const [was, is, from, to] of rows) {
    assert.ok(!followsVersion(zipPin(was, from), zipPin(is, to)), is);
  }
});

Deno.test("the url of a repository follows no ref", () => {
  const [was, is] = [
    "https://forge.example/acme/x",
    "https://forge.example/evil/x",
  ];
  assert.ok(!followsVersion(tagPin(was, "acme"), tagPin(is, "evil")));
  assert.ok(!followsVersion(zipPin(was, "acme"), tagPin(is, "evil")));
  assert.ok(followsVersion(tagPin(was, "acme"), tagPin(was, "evil")));
});
