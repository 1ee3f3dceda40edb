import assert from "node:assert/strict";
import fc from "fast-check";
import { compileGlob } from "../../lib/repository/wildmatch.ts";

const path = { pathname: true, ignoreCase: false };

Deno.test("globs match as git's do", () => {
  const cases: [string, string, boolean][] = [
    ["*.log", "a.log", true],
    ["*.log", "a/b.log", false],
    ["**/b", "b", true],
    ["**/b", "a/c/b", true],
    ["**/b", "ab", false],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a**b", "axb", true],
    ["a**b", "a/b", false],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[^a]", "/", false],
    ["[]-]x", "-x", true],
    ["[[:digit:]]", "7", true],
    ["[[:nope:]]", "7", false],
    ["[a", "a", false],
    ["a\\", "a", false],
    ["\\!x", "!x", true],
    ["a\\*", "a*", true],
    ["a\\*", "ab", false],
    ["?", "/", false],
  ];
  for (const [pattern, text, expected] of cases) {
    assert.equal(
      compileGlob(pattern, path)(text),
      expected,
      `${pattern} against ${text}`,
    );
  }
});

Deno.test("case is ignored where the checkout says so", () => {
  const glob = compileGlob("A[x-z]*", { pathname: true, ignoreCase: true });
  assert.ok(glob("aYb"));
  assert.ok(!glob("abb"));
});

Deno.test("a line of many stars does not hang the matcher", () => {
  const glob = compileGlob("*a".repeat(200) + "b", path);
  assert.equal(glob("a".repeat(2000)), false);
});

Deno.test("a glob without wildcards matches itself alone", () => {
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom(..."ab/.-") }),
    fc.string({ unit: fc.constantFrom(..."ab/.-") }),
    (pattern, text) => {
      assert.equal(compileGlob(pattern, path)(text), pattern === text);
    },
  ));
});

Deno.test("folders that are repeated without end match as one, and cost as little", () => {
  const glob = compileGlob(`${"**/".repeat(80_000)}x`, {
    pathname: true,
    ignoreCase: false,
  });
  assert.ok(glob("x"));
  assert.ok(glob("a/b/x"));
  assert.ok(!glob("a/b/xy"));
});
