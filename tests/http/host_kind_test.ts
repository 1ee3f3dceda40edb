import assert from "node:assert/strict";
import { isInner } from "../../lib/http/host_kind.ts";

Deno.test("a name whose letters could be an address's is a name", () => {
  for (const name of ["xfe80.example.org", "x::1x", "dead.example.org"]) {
    assert.equal(isInner(name), false, name);
  }
  for (const address of ["[fe80::1]", "[::1]", "[::ffff:7f00:1]"]) {
    assert.equal(isInner(address), true, address);
  }
});
