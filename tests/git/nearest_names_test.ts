import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestNames } from "../../lib/git/nearest_names.ts";

Deno.test("the nearest names come first, among equals the higher version", () => {
  const names = ["v1.2.0", "v1.10.0", "nightly", "v1.2.1", "v1.9.0"];
  assert.deepEqual(nearestNames("v1.2.O", names, 3), [
    "v1.2.1",
    "v1.2.0",
    "v1.9.0",
  ]);
});

Deno.test("a server's names are offered as they are, never more than asked", () => {
  fc.assert(fc.property(
    fc.string(),
    fc.array(fc.string({ maxLength: 100 }), { maxLength: 20 }),
    (wanted, names) => {
      const found = nearestNames(wanted, names, 5);
      assert.equal(found.length, Math.min(names.length, 5));
      assert.ok(found.every((name) => names.includes(name)));
    },
  ));
});

Deno.test("names of enormous length are compared by their beginning", () => {
  const long = "x".repeat(5_000_000);
  assert.deepEqual(nearestNames(long, [long, "y"], 1), [long]);
});
