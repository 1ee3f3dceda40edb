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

const FENCE = "```yaml\nid: x\n```\n";

function only(text: string) {
  const { fences } = scanMarkdown(text);
  assert.equal(fences.length, 1);
  return fences[0]!;
}

Deno.test("a fence keeps its info string, content and place", () => {
  const fence = only(
    "text\n\n  ~~~~ YAML title=x\n  - a\n    b\n  ~~~\n  ~~~~~\n",
  );
  assert.deepEqual(fence, {
    line: 3,
    column: 3,
    info: "YAML title=x",
    content: "- a\n  b\n~~~",
    shifts: [2, 2, 2],
  });
});

Deno.test("a fence in a list item loses the item's indentation only", () => {
  const fence = only("1. see\n\n   ```yaml\n   id: x\n     ref: y\n   ```\n");
  assert.equal(fence.content, "id: x\n  ref: y");
  assert.deepEqual(fence.shifts, [3, 3]);
  assert.equal(fence.hidden, undefined);
});

Deno.test("a descriptor out of sight: block quote, details, template, hidden element", () => {
  for (
    const [text, hidden] of [
      ["> ```yaml\n> id: x\n> ```\n", "a block quote"],
      ["- > ```yaml\n  > id: x\n  > ```\n", "a block quote"],
      [
        `<details>\n<summary>s</summary>\n\n${FENCE}\n</details>\n`,
        "<details>",
      ],
      [`<DETAILS open>\n\n${FENCE}`, "<details>"],
      [`<div hidden>\n\n${FENCE}`, "<div>"],
      [`<div style="display:none">\n\n${FENCE}`, "<div>"],
      [`<template>\n\n${FENCE}`, "<template>"],
      [`<details>\n\n<details>\n\n</details>\n\n${FENCE}`, "<details>"],
    ] as const
  ) assert.equal(only(text).hidden, hidden, text);
});

Deno.test("a descriptor after a closed details element is seen", () => {
  const { hidden, doubt } = only(
    `<details>\n<summary>x</summary>\n\ntext\n\n</details>\n\n${FENCE}`,
  );
  assert.equal(hidden, undefined);
  assert.equal(doubt, undefined);
});

Deno.test("ordinary HTML and prose raise no doubt", () => {
  for (
    const text of [
      `<!-- SPDX-License-Identifier: Apache-2.0 -->\n\n${FENCE}`,
      `<div align="center">\n<img src="a.png">\n</div>\n\n${FENCE}`,
      `Use \`<details>\` and <kbd>x</kbd> in <project-config>/a.md\n\n${FENCE}`,
      `| a | \`<details>\` |\n| - | - |\n\n${FENCE}`,
      `a < b, <https://example.org/> and \\<details>\n\n${FENCE}`,
      `---\ntitle: x\n---\n\n${FENCE}`,
    ]
  ) {
    const { hidden, doubt } = only(text);
    assert.equal(hidden, undefined, text);
    assert.equal(doubt, undefined, text);
  }
});

Deno.test("a fence inside an HTML comment or block is text", () => {
  for (
    const text of [
      `<!--\n\n${FENCE}\n-->\n`,
      `<!-- never closed\n\n${FENCE}`,
      `<pre>\n\n${FENCE}\n</pre>\n`,
      `<div>\n${FENCE}</div>\n`,
      `<?x\n\n${FENCE}?>\n`,
      `    \`\`\`yaml\n    id: x\n    \`\`\`\n`,
      `~~~\n${FENCE}~~~\n`,
    ]
  ) {
    const visible = scanMarkdown(text).fences
      .filter(({ info }) => info === "yaml");
    assert.deepEqual(visible, [], text);
  }
});

Deno.test("tricks that a browser and a Markdown reader see differently are doubted", () => {
  for (
    const text of [
      // One line ends the HTML block but opens a second comment.
      `<!-- a --> <!-- b\n\n${FENCE}`,
      // The comment outlives its list item in the browser.
      `- <!-- a\n\n${FENCE}`,
      // An attribute that swallows what follows.
      `<div title="\n\n${FENCE}`,
      // End tags that a browser ignores.
      `<details>\n\n<p title="</details>">\n\n</p>\n\n[x](</details>)\n\n${FENCE}`,
      `<details>\n<table><tr><td>\n</details>\n\n${FENCE}`,
      `<details>\n\n- </details>\n\n${FENCE}`,
      `text <details>\n\n${FENCE}`,
      `text <b hidden>x\n\n${FENCE}`,
      `| \`a | <details> | b\` |\n\n${FENCE}`,
      `<a title="\`"> <details> \`x\`\n\n${FENCE}`,
      `<!-- \` --> x\ny <!-- \` --> <details> \`\n\n${FENCE}`,
      `[^1]: note\n${FENCE}`,
      `---\na: |\n${FENCE}---\n`,
      `<textarea>\n</textarea>\n\n${FENCE}`,
      `-\t\`\`\`yaml\n\tid: x\n\t\`\`\`\n`,
      `${"> ".repeat(40)}x\n\n${FENCE}`,
    ]
  ) {
    const { fences } = scanMarkdown(text);
    const seen = fences.filter(({ hidden, doubt }) =>
      hidden === undefined && doubt === undefined
    );
    assert.deepEqual(seen, [], text);
  }
});

Deno.test("a script's text closes no details element", () => {
  const text = `<details>\n<script>\n"</details>"\n</script>\n\n${FENCE}`;
  assert.equal(only(text).hidden, "<details>");
});

Deno.test("an unclosed fence is found where it begins", () => {
  assert.deepEqual(scanMarkdown("a\n\n ```yaml\nid: x\n").unclosed, [
    { line: 3, column: 2 },
  ]);
  assert.deepEqual(scanMarkdown("- ```yaml\n  id: x\n\ntext\n").unclosed, [
    { line: 1, column: 3 },
  ]);
});

Deno.test("hostile nesting and repetition take linear time", () => {
  const size = 250_000;
  for (
    const unit of [
      "- ",
      "> ",
      "1. ",
      "<a ",
      "<!-- ",
      "`",
      "``` ",
      "[",
      "<a b='",
      "\n- ",
      "* a\n",
      "<details>\n\n",
      "\t",
      "</",
      "| <details> `",
      "``` `\n",
      "[^a]: ",
      "<!--!>",
      "--!>",
      "- -",
      "*  ",
      "<x a = ",
      "  \n",
      "~~~\n",
      '<a b="`',
    ]
  ) {
    const text = unit.repeat(Math.ceil(size / unit.length));
    scanMarkdown(text);
    scanMarkdown(`${text}\n${"\n".repeat(1000)}x`);
    scanMarkdown(`<div>\n${text}\n\n`);
  }
});

Deno.test("a fence with a line separator in its info string is a fence, and read once", () => {
  assert.equal(scanMarkdown("```a\u2028b\nx\n```\n").fences.length, 1);
  const start = performance.now();
  scanMarkdown(`${"`".repeat(250_000)}\u2028x\n`);
  assert.ok(performance.now() - start < 5_000);
});

Deno.test("a word of one letter over and over is no thematic break: a reader sees it", () => {
  const seen = scanMarkdown("aaa\n\n***\n\n- - -\n").text;
  assert.deepEqual(seen.map(({ text }) => text), ["aaa"]);
});
