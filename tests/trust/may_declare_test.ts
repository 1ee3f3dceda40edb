import assert from "node:assert/strict";
import { mayDeclare } from "../../lib/trust/may_declare.ts";

Deno.test("a block without any key is not taken for a descriptor that cannot be read", () => {
  for (const content of ["", "\n \n", "# id: a\n", "---\n", "---\n# x\n"]) {
    assert.equal(mayDeclare(content), false, content);
  }
  assert.equal(mayDeclare("---\n- id: a\n"), true);
});
