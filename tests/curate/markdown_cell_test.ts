import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import {
  markdownCell,
  markdownCode,
  markdownLink,
} from "../../lib/curate/markdown_cell.ts";

/** Kinds of everything in a paragraph. */
function kinds(markdown: string): string[] {
  const found: string[] = [];
  const visit = (node: { type: string; children?: unknown[] }) => {
    found.push(node.type);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(fromMarkdown(`x ${markdown} x`) as never);
  return found;
}

Deno.test("property: a text becomes nothing but text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const cell = markdownCell(text);
    assert.doesNotMatch(cell, /\n|(?<!\\)\|/);
    assert.deepEqual(kinds(cell), ["root", "paragraph", "text"]);
  }));
});

Deno.test("attempts to be a link, an image, HTML or a mention stay text", () => {
  for (
    const text of [
      "[a](https://evil.example)",
      "![a](x)",
      "<img src=x>",
      "`a` | b",
      "&lt;b&gt;",
      "a\n\n# b",
    ]
  ) assert.deepEqual(kinds(markdownCell(text)), ["root", "paragraph", "text"]);
  assert.ok(!markdownCell("@team https://evil.example").includes("@"));
  assert.ok(!markdownCell("https://evil.example").includes("://"));
});

Deno.test("property: code is one code span, whatever is in it", () => {
  fc.assert(fc.property(fc.string({ minLength: 1 }), (text) => {
    fc.pre(text.trim() !== "");
    const cell = markdownCode(text);
    assert.doesNotMatch(cell, /\n|(?<!\\)\|/);
    assert.ok(kinds(cell).includes("inlineCode"));
  }));
});

Deno.test("a url cannot leave its link", () => {
  const link = markdownLink("x", "https://a.example/)>|<b");
  assert.equal(link, "[`x`](<https://a.example/)%3E%7C%3Cb>)");
});
