import assert from "node:assert/strict";
import fc from "fast-check";
import { nearest } from "../../lib/base/nearest.ts";

const COMMANDS = ["setup", "status", "verify", "unadopt"];

Deno.test("nearest offers the word one slip away", () => {
  assert.equal(nearest("comit", ["commit", "url", "ref"]), "commit");
  assert.equal(nearest("stauts", COMMANDS), "status");
  assert.equal(nearest("verfy", COMMANDS), "verify");
  assert.equal(nearest("SETUP", COMMANDS), "setup");
});

Deno.test("nearest offers nothing for another word", () => {
  assert.equal(nearest("upgrade", COMMANDS), undefined);
  assert.equal(nearest("hi", ["id"]), undefined);
  assert.equal(nearest("", COMMANDS), undefined);
});

Deno.test("nearest gives up on a word of hostile length", () => {
  assert.equal(nearest("a".repeat(100_000), ["a".repeat(99_999)]), undefined);
});

Deno.test("nearest prefers the closer of two, then the first", () => {
  assert.equal(nearest("statuz", ["statute", "status"]), "status");
  assert.equal(nearest("abcdx", ["abcdy", "abcdz"]), "abcdy");
});

Deno.test("nearest finds every word again after one swap", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{5,20}$/),
      fc.nat(18),
      (word, where) => {
        const at = where % (word.length - 1);
        const slip = word.slice(0, at) + word[at + 1] + word[at] +
          word.slice(at + 2);
        assert.equal(nearest(slip, [word]), word);
      },
    ),
  );
});
