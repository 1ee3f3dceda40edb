import assert from "node:assert/strict";
import {
  MAX_PATHS_BYTES,
  MAX_SOURCE_BYTES,
  MAX_SOURCE_ENTRIES,
} from "../../lib/base/limits.ts";
import {
  checkEntryCount,
  checkPathBytes,
  UnpackBudget,
} from "../../lib/archive/unpack_budget.ts";

Deno.test("the total and the ratio are limits of what is produced", () => {
  const large = new UnpackBudget("a", MAX_SOURCE_BYTES);
  large.produce(MAX_SOURCE_BYTES);
  assert.throws(() => large.produce(1), /more than the 2147483648 bytes/);
  const small = new UnpackBudget("a", 1000);
  small.produce(32 * 1024 * 1024);
  assert.throws(() => small.produce(1), /200 times/);
});

Deno.test("too many entries are refused", () => {
  checkEntryCount("a", MAX_SOURCE_ENTRIES);
  assert.throws(() => checkEntryCount("a", MAX_SOURCE_ENTRIES + 1), /100000/);
});

Deno.test("paths that together fill the memory are refused", () => {
  checkPathBytes("a", MAX_PATHS_BYTES);
  assert.throws(() => checkPathBytes("a", MAX_PATHS_BYTES + 1), {
    code: "limit-exceeded",
  });
});
