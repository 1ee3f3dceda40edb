import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_MARKDOWN_LENGTH } from "../../lib/base/limits.ts";
import type { Finding } from "../../lib/base/finding.ts";
import { renderChangesMarkdown } from "../../lib/review/render_changes_markdown.ts";
import { reviewOf, sampleSide, utf8 } from "./sample_sides.ts";

const change = (message: string): Finding => ({
  rule: "trust-changed",
  level: "warning",
  message,
});

Deno.test("property: a change stands on a line of its own, in one code span that none of its text ends", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (message) => {
    const text = renderChangesMarkdown([change(message)], []);
    const lines = text.split("\n");
    assert.equal(lines.length, 4);
    const span = /^- \*\*warning trust-changed\*\*: (`+)([^]*)\1$/.exec(
      lines[2]!,
    );
    assert.ok(span, text);
    const [, mark, inside] = span;
    assert.ok(!inside!.match(/`+/g)?.includes(mark!), text);
  }));
});

Deno.test("many long changes and long reviews fit together, and what is left out is said", () => {
  const changes = Array.from({ length: 200 }, () => change("x".repeat(10_000)));
  const long = sampleSide({
    "skills/a/SKILL.md": utf8("A line of text.\n".repeat(20_000)),
  });
  const reviews = Array.from({ length: 8 }, () => reviewOf(undefined, long));
  const text = renderChangesMarkdown(changes, reviews);
  assert.ok(text.length <= MAX_MARKDOWN_LENGTH, `${text.length}`);
  assert.match(text, /… \(cut\)`\n/);
  assert.match(text, /- … 150 more changes not shown/);
  assert.equal(text.match(/^### Review of/gm)?.length, 8);
  assert.equal(text.match(/^More than fits here/gm)?.length, 8);
  const crowded = renderChangesMarkdown(
    changes,
    Array.from({ length: 100 }, () => reviews[0]!),
  );
  assert.ok(crowded.length <= MAX_MARKDOWN_LENGTH + 100 * 60);
  assert.match(crowded, /^No room here for the review of `acme`\.$/m);
});
