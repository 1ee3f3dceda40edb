import assert from "node:assert/strict";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { scanMarkdown } from "../../lib/trust/markdown.ts";

interface OracleNode {
  readonly type: string;
  readonly lang?: string | null;
  readonly value?: string;
  readonly children?: readonly OracleNode[];
  readonly position: {
    readonly start: { readonly line: number; readonly offset: number };
  };
}

interface OracleFence {
  readonly line: number;
  readonly content: string;
  readonly quoted: boolean;
}

/** Every fenced code block that the reference parser sees. */
function oracleFences(text: string): OracleFence[] {
  const fences: OracleFence[] = [];
  const visit = (node: OracleNode, quoted: boolean) => {
    const { start } = node.position;
    const fenced = /^(?:```|~~~)/.test(text.slice(start.offset));
    if (node.type === "code" && fenced) {
      fences.push({ line: start.line, content: node.value ?? "", quoted });
    }
    for (const child of node.children ?? []) {
      visit(child, quoted || node.type === "blockquote");
    }
  };
  visit(fromMarkdown(text) as unknown as OracleNode, false);
  return fences;
}

/** Blank lines of a fence keep or lose their spaces; YAML does not care. */
function comparable(content: string): string {
  return content.replace(/^[ \t]+$/gm, "");
}

function agreesWithOracle(text: string): void {
  const scan = scanMarkdown(text);
  if (scan.unclosed.length > 0) return; // the file is refused
  const from = scan.doubt?.line ?? Infinity;
  const sure = scan.fences.filter(({ line }) => line < from);
  const oracle = oracleFences(text).filter(({ line }) => line < from);
  assert.deepEqual(
    sure.map(({ line }) => line),
    oracle.map(({ line }) => line),
  );
  sure.forEach((fence, index) => {
    const expected = oracle[index]!;
    if (fence.doubt !== undefined) return;
    assert.equal(comparable(fence.content), comparable(expected.content));
    if (expected.quoted) assert.notEqual(fence.hidden, undefined);
    if (fence.hidden === "a block quote") assert.ok(expected.quoted);
  });
}

const INDENT = fc.constantFrom("", "", "", " ", "  ", "   ", "    ", "\t");
const PREFIX = fc.array(
  fc.constantFrom("> ", ">", "- ", "* ", "1. ", "2) ", "-   ", "10. ", "-"),
  { maxLength: 3 },
).map((parts) => parts.join(""));
const BODY = fc.constantFrom(
  "",
  "",
  "text",
  "```",
  "```yaml",
  "```",
  "````",
  "~~~",
  "~~~ yaml",
  "``` a`b",
  "id: x",
  "    id: y",
  "  - z",
  "# head",
  "---",
  "===",
  "***",
  "<div>",
  "</div>",
  "<!-- x",
  "-->",
  "<!-- y -->",
  "<b>",
  "<pre>",
  "</pre>",
  "<?php",
  "?>",
  "<!X",
  "<![CDATA[",
  "]]>",
  "[a]: /b",
  "[a]:",
  "'title",
  "| a | b |",
  "\\```",
);
const LINE = fc.tuple(INDENT, PREFIX, INDENT, BODY)
  .map((parts) => parts.join(""));
const SOUP = fc.array(LINE, { maxLength: 14 })
  .map((lines) => lines.join("\n"));
/** A closed fence, all its lines behind one prefix and indentation. */
const BLOCK = fc.tuple(
  fc.constantFrom("", "", "  ", "   ", "> ", "    ", "      "),
  fc.constantFrom("", "", "- ", "1. ", "> "),
  fc.constantFrom("```", "~~~~"),
  fc.array(fc.constantFrom("id: x", "", "  ref: y", "```", "<!--", "- a"), {
    maxLength: 3,
  }),
).map(([prefix, marker, fence, body]) => {
  const rest = prefix + (marker === "> " ? "> " : " ".repeat(marker.length));
  return [
    `${prefix}${marker}${fence}yaml`,
    ...body.map((line) => rest + line),
    rest + fence,
  ].join("\n");
});
const DOCUMENT = fc.array(fc.oneof(LINE, BLOCK, BLOCK, fc.constant("")), {
  maxLength: 10,
}).map((lines) => lines.join("\n"));

Deno.test("every fence is one the reference parser sees, and none is missed", () => {
  fc.assert(fc.property(fc.oneof(SOUP, DOCUMENT), agreesWithOracle), {
    numRuns: Number(Deno.env.get("RUNS") ?? 3000),
  });
});
