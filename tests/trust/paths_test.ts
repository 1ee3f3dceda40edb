import assert from "node:assert/strict";
import fc from "fast-check";
import { posix } from "node:path";
import { checkKeysPath, checkLayoutPath } from "../../lib/trust/paths.ts";

Deno.test("relative paths and the root are layout paths", () => {
  for (const path of [".", "skills", "a/b c/d.e", "tools/skill-evals/evals"]) {
    assert.deepEqual(checkLayoutPath(path, "skills_root"), { value: path });
  }
});

Deno.test("a layout path that leads out, or is no single path, is refused", () => {
  for (
    const path of [
      "",
      "..",
      "../..",
      "/etc",
      "skills/../..",
      "a\\..\\..",
      "a//b",
      "a/",
      "./a",
      "a/.",
      "C:/x",
      "c:x",
      "a\u0000",
      "a\nb",
      "a/*",
      "a?",
      "[a]",
      "{a,b}",
      ".git",
      "a/.GIT/b",
      "\ud800",
    ]
  ) {
    const { fault } = checkLayoutPath(path, "skills_root");
    assert.match(fault ?? "", /^The `skills_root` path /, JSON.stringify(path));
  }
});

Deno.test("keys out of a snapshot would let a source vouch for itself", () => {
  assert.deepEqual(checkKeysPath("trust/KEYS"), { value: "trust/KEYS" });
  for (
    const path of [
      ".",
      ".apache-magpie-sources/acme/KEYS",
      ".Apache-Magpie-Sources/acme/KEYS",
      "../KEYS",
    ]
  ) assert.ok(checkKeysPath(path).fault !== undefined, path);
});

Deno.test("whatever is accepted stays inside and is already normal", () => {
  const part = fc.constantFrom("a", "..", ".", "", "b c", "\\", "-", "é");
  fc.assert(fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
    const { value } = checkLayoutPath(parts.join("/"), "include");
    if (value === undefined) return;
    assert.equal(posix.normalize(value), value);
    assert.ok(!value.startsWith("..") && !value.startsWith("/"));
  }));
});
