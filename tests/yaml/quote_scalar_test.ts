import assert from "node:assert/strict";
import fc from "fast-check";
import { CORE_SCHEMA, load, YAML11_SCHEMA } from "js-yaml";
import { parseYaml } from "../../lib/yaml/parse_yaml.ts";
import { quoteScalar } from "../../lib/yaml/quote_scalar.ts";

function assertText(text: string): void {
  const written = quoteScalar(text);
  assert.doesNotMatch(written, /[\r\n]/);
  for (const document of [`k: ${written}\n`, `- ${written}`]) {
    const node = parseYaml(document, { file: "f" });
    const value = node?.kind === "mapping"
      ? node.entries[0]?.value
      : node?.kind === "sequence"
      ? node.items[0]
      : undefined;
    assert.ok(value?.kind === "scalar");
    assert.equal(value.value, text);
    assert.equal(value.absent, false);
    for (const schema of [CORE_SCHEMA, YAML11_SCHEMA]) {
      const loaded = Object.values(load(document, { schema }) as object)[0];
      assert.equal(loaded, text);
    }
  }
}

Deno.test("what some reader takes for a number, date, boolean or null is quoted", () => {
  for (
    const text of [
      "4225e0434",
      "1.10",
      "0o17",
      "0x1f",
      "1_000",
      "12:30",
      "2026-01-01",
      "2026-01-01T00:00:00Z",
      "no",
      "Yes",
      "ON",
      "y",
      "~",
      "null",
      "",
      ".nan",
      ".5",
      "-1",
      "+1",
      "=",
      "<<",
      "0".repeat(40),
    ]
  ) {
    assert.match(quoteScalar(text), /^"/, text);
    assertText(text);
  }
});

Deno.test("what has a meaning to YAML is quoted", () => {
  for (
    const text of [
      "- a",
      "? a",
      "a: b",
      "a #b",
      "a:",
      " a",
      "a ",
      "&a",
      "*a",
      "!a",
      "|",
      ">",
      "%a",
      "@a",
      "`a",
      "{a}",
      "[a]",
      "'a'",
      '"a"',
      "---",
      "...",
      "a\nb",
      "a\r\nb",
      "\ttab",
      "\u0000\u001b\u0085\u2028\u2029\ufeff\u202e",
      "\ufffe\uffff",
      "😀",
    ]
  ) assertText(text);
});

Deno.test("ordinary ids, urls and refs stay plain", () => {
  for (
    const text of [
      "acme-skills",
      "git-tag",
      "https://example.org:8443/a/b.git",
      "git@example.org:team/skills.git",
      "v1.2.0",
      "tools/skill-evals/evals",
    ]
  ) {
    assert.equal(quoteScalar(text), text);
    assertText(text);
  }
});

Deno.test("characters that deceive a reader are written as escapes", () => {
  assert.equal(quoteScalar("a\u202eb\u200bc"), '"a\\u202eb\\u200bc"');
});

Deno.test("half a surrogate pair is not written", () => {
  assert.throws(() => quoteScalar("a\ud800"), RangeError);
});

Deno.test("property: every reader gets back exactly the text", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "grapheme" }),
        fc.stringMatching(/^[-+.0-9_eExXoO:a-f]{0,12}$/),
        fc.stringMatching(/^[A-Za-z.~=<>:/ #'"\\-]{0,10}$/),
      ),
      assertText,
    ),
    { numRuns: 2000 },
  );
});
