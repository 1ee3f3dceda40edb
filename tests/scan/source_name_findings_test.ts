import assert from "node:assert/strict";
import { sourceNameFindings } from "../../lib/scan/source_name_findings.ts";

const said = (id: string, known: readonly string[] = []) =>
  sourceNameFindings(id, known).map(({ rule, level, message }) => {
    assert.deepEqual([rule, level], ["near-name", "warning"]);
    return message;
  });

Deno.test("a source that passes for the framework, by its name or nearly, is named", () => {
  assert.match(said("apache-magpie")[0]!, /the framework's own name/);
  assert.match(
    said("apache-magpe")[0]!,
    /differs from the known apache-magpie/,
  );
});

Deno.test("what is known, or like nothing, is not", () => {
  assert.deepEqual(said("apache-magpie", ["apache-magpie"]), []);
  assert.deepEqual(said("acme", ["other-skills"]), []);
});
