import assert from "node:assert/strict";
import { retryDelay } from "../../lib/http/retry_delay.ts";

Deno.test("the delay doubles, and a server may ask for more but not for less", () => {
  assert.deepEqual([1, 2, 3].map((n) => retryDelay(n, null, 0)), [
    500,
    1000,
    2000,
  ]);
  assert.equal(retryDelay(1, "7", 0), 7000);
  assert.equal(retryDelay(1, "0", 0), 500);
  assert.equal(retryDelay(1, "soon", 0), 500);
  const now = Date.parse("2026-01-01T00:00:00Z");
  assert.equal(
    retryDelay(1, "Thu, 01 Jan 2026 00:00:09 GMT", now),
    9000,
  );
  assert.equal(retryDelay(1, "Thu, 01 Jan 1970 00:00:00 GMT", now), 500);
});
