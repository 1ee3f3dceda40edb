import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { checkGitRef, checkVersion } from "../../lib/trust/ref.ts";

const PIECE = fc.constantFrom(
  "v1",
  ".",
  "..",
  "/",
  "//",
  ".lock",
  "@",
  "@{",
  "{",
  "~",
  "^",
  ":",
  "?",
  "*",
  "[",
  "]",
  "\\",
  " ",
  "\t",
  "\u0001",
  "\u007f",
  "é",
  "日",
  "-",
  "+",
  "a",
  "lock",
  "refs/heads/",
  "#",
  "%",
  "'",
  "$(x)",
  "\u00a0",
);

Deno.test("a ref is accepted exactly when git accepts it", () => {
  const refs = fc.sample(
    fc.array(PIECE, { minLength: 1, maxLength: 5 }).map((all) => all.join("")),
    400,
  );
  for (const ref of new Set(refs)) {
    const ours = checkGitRef(ref).value !== undefined;
    const git = spawnSync("git", ["check-ref-format", `refs/tags/${ref}`]);
    const narrowed = ref === "@" || /^[-+]/.test(ref);
    assert.equal(ours, git.status === 0 && !narrowed, JSON.stringify(ref));
  }
});

Deno.test("option and refspec injection through a ref is refused", () => {
  for (
    const ref of [
      "",
      "--upload-pack=touch x",
      "-v",
      "v1..v2",
      "v1:refs/heads/x",
      "+v1",
      "v1 v2",
      "refs/heads/*",
      "@",
      "a.lock",
      "..",
      "v1\n",
      "a@{1}",
      "\ud800",
    ]
  ) assert.ok(checkGitRef(ref).fault !== undefined, ref);
});

Deno.test("a version is letters, digits and few marks", () => {
  for (const text of ["1.0", "1.10", "1.2.0-incubating", "v1+b_2~rc1"]) {
    assert.deepEqual(checkVersion(text), { value: text });
  }
  for (const text of ["", "-1", ".1", "1/2", "1 2", "1:2", "1".repeat(129)]) {
    assert.ok(checkVersion(text).fault !== undefined, text);
  }
});
