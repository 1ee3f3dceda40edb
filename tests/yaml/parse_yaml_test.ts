import assert from "node:assert/strict";
import fc from "fast-check";
import { mappingGet } from "../../lib/yaml/mapping_get.ts";
import type { YamlNode } from "../../lib/yaml/node.ts";
import { parseYaml } from "../../lib/yaml/parse_yaml.ts";
import { YamlError } from "../../lib/yaml/yaml_error.ts";

function plain(node: YamlNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "sequence") return node.items.map(plain);
  return node.entries.map(({ key, value }) => [key.value, plain(value)]);
}

function read(text: string): unknown {
  return plain(parseYaml(text, { file: "f" }));
}

function refused(text: string, message: RegExp, at?: string): void {
  assert.throws(
    () => parseYaml(text, { file: "f" }),
    (error: unknown) => {
      assert.ok(error instanceof YamlError, String(error));
      assert.match(error.message, message);
      if (at !== undefined) assert.equal(`${error.line}:${error.column}`, at);
      return true;
    },
  );
}

Deno.test("every scalar is the text as written", () => {
  for (
    const text of [
      "1.10",
      "0x1f",
      "4225e0434",
      "no",
      "~",
      "null",
      "2026-01-01",
      "12:30:45",
      ".inf",
      "=",
      "0123456789012345678901234567890123456789",
    ]
  ) {
    assert.deepEqual(read(`a: ${text}`), [["a", text]]);
  }
});

Deno.test("block and flow collections, all scalar styles", () => {
  assert.deepEqual(
    read(
      "a: 'x''y'\nb: \"p\\nq\"\nc:\n- 1\n- [x, {y: z}, k: v]\nd: |\n  l1\n  l2\ne: >-\n  f1\n  f2\n",
    ),
    [
      ["a", "x'y"],
      ["b", "p\nq"],
      ["c", ["1", ["x", [["y", "z"]], [["k", "v"]]]]],
      ["d", "l1\nl2\n"],
      ["e", "f1 f2"],
    ],
  );
});

Deno.test("nothing but white space and comments is undefined", () => {
  for (
    const text of ["", "\n\n", "# c\n  # d\n", "---\n", "\ufeff", "\t# x\n"]
  ) {
    assert.equal(parseYaml(text, { file: "f" }), undefined, text);
  }
});

Deno.test("a missing value differs from an empty one", () => {
  const node = parseYaml('a:\nb: ""\nc: ~\n', { file: "f" });
  assert.ok(node?.kind === "mapping");
  const of = (key: string) => {
    const value = mappingGet(node, key);
    assert.ok(value?.kind === "scalar");
    return value;
  };
  assert.deepEqual([of("a").absent, of("a").value], [true, ""]);
  assert.equal(of("a").span.start, 2);
  assert.deepEqual([of("b").absent, of("b").value], [false, ""]);
  assert.deepEqual([of("c").absent, of("c").value], [false, "~"]);
  assert.equal(mappingGet(node, "toString"), undefined);
});

Deno.test("spans cover exactly the node's text", () => {
  const text =
    "é: x # c\nq: \"a\\\"b\"\ns: 'it''s'\nf: [a, {b: c} # ]\n ]\nl: |-\n  one\n  two\nz: end";
  const node = parseYaml(text, { file: "f" });
  assert.ok(node?.kind === "mapping");
  const slices = node.entries.map(({ value }) =>
    text.slice(value.span.start, value.span.end)
  );
  assert.deepEqual(slices, [
    "x",
    '"a\\"b"',
    "'it''s'",
    "[a, {b: c} # ]\n ]",
    "|-\n  one\n  two\n",
    "end",
  ]);
});

Deno.test("positions are the file's", () => {
  const node = parseYaml("a: 1\r\nb:\r  - c\n", {
    file: "f",
    firstLine: 10,
    firstColumn: 3,
  });
  assert.ok(node?.kind === "mapping");
  const list = mappingGet(node, "b");
  assert.ok(list?.kind === "sequence");
  assert.deepEqual(
    [list.items[0]?.span.line, list.items[0]?.span.column],
    [12, 7],
  );
});

Deno.test("an error carries the file's line and column", () => {
  assert.throws(
    () =>
      parseYaml("a: 1\n  b: &x 2\n", {
        file: "doc.md",
        firstLine: 41,
        firstColumn: 5,
      }),
    (error: unknown) =>
      error instanceof YamlError && error.at.file === "doc.md" &&
      error.line === 42,
  );
});

const refusals: [name: string, text: string, message: RegExp, at?: string][] = [
  ["duplicate key", "a: 1\nb: 2\na: 3\n", /twice/, "3:1"],
  ["duplicate key in two spellings", "a: 1\n'a': 2\n", /twice/, "2:1"],
  ["duplicate key in a flow mapping", "{a: 1, a: 2}", /twice/, "1:8"],
  ["unused anchor", "a: &x 1\n", /anchors/, "1:4"],
  ["alias", "a: &x 1\nb: *x\n", /anchors|aliases/],
  ["undefined alias", "a: *x\n", /aliases/, "1:4"],
  ["tag that changes nothing", "a: ! 1\n", /tags/, "1:4"],
  ["tag !!str", "a: !!str 1\n", /tags/, "1:4"],
  ["local tag", "a: !x 1\n", /tags/],
  ["verbatim tag", "a: !<x> 1\n", /tags/],
  ["undeclared tag handle", "a: !q!x 1\n", /tags/],
  [
    "tag with control characters",
    "a: !\u001b[31m 1\n",
    /^YAML tags are not allowed$/,
  ],
  ["merge key", "<<: {a: 1}\n", /merge/, "1:1"],
  ["YAML directive", "%YAML 1.1\n---\na: 1\n", /directives/, "1:1"],
  [
    "unknown directive, which parsers drop",
    "# c\n%FOO\n---\na: 1\n",
    /directives/,
    "2:1",
  ],
  ["tag directive", "%TAG ! x\n---\na: 1\n", /directives/],
  [
    "directive of a second document",
    "a: 1\n...\n%YAML 1.1\n---\nb: 2\n",
    /directives/,
  ],
  ["second document", "a: 1\n---\nb: 2\n", /second/i],
  ["second document after an end mark", "a: 1\n...\nb: 2\n", /second/i],
  ["tab as indentation", "a:\n\t- b\n", /tab/i, "2:1"],
  ["tab before the first key", "\ta: b\n", /tab/i],
  ["tab between dash and key", "-\ta: b\n", /tab/i],
  ["tab in a flow collection's indentation", "a: [\n \tb]\n", /tab/i, "2:2"],
  ["list as key", "? [a]\n: b\n", /key/i],
  ["mapping as key", "{a: b}: c\n", /key/i],
  ["absent key", ": x\n", /key/i],
  ["absent key in a flow mapping", "{: x}", /key/i],
  ["NUL", "a: \0", /null byte/],
  ["control character", "a: \u001bx", /non-printable/],
  ["unterminated quote", 'a: "x\n', /valid YAML/],
  ["escape that is half a character", 'a: "\\ud800"', /escape/],
  ["escape beyond Unicode", 'a: "\\U00110000"', /escape/],
];
for (const [name, text, message, at] of refusals) {
  Deno.test(`refused: ${name}`, () => refused(text, message, at));
}

Deno.test("what looks like an escape without double quotes is text", () => {
  for (const text of ["\\U00110000", "'\\U00110000'"]) {
    assert.deepEqual(read(`a: ${text}`), [["a", "\\U00110000"]]);
  }
});

Deno.test("an escaped backslash before U is no escape", () => {
  assert.deepEqual(read('a: "\\\\U00110000"'), [["a", "\\U00110000"]]);
});

Deno.test("a quoted << is an ordinary key", () => {
  assert.deepEqual(read('"<<": x'), [["<<", "x"]]);
});

Deno.test("tabs inside a scalar and before a comment are no indentation", () => {
  assert.deepEqual(read("a: |\n  \tx\n\t# c\nb: 'p\n  \tq'\n"), [
    ["a", "\tx\n"],
    ["b", "p q"],
  ]);
});

Deno.test("eight levels pass and nine do not", () => {
  const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.ok(read(nest(8)));
  refused(nest(9), /deeper than 8/, "1:9");
  const block = (depth: number) =>
    Array.from({ length: depth }, (_, i) => `${" ".repeat(i)}a:`).join("\n");
  assert.ok(read(`${block(8)} x`));
  refused(`${block(9)} x`, /deeper than 8/);
});

Deno.test("an alias bomb ends with its first anchor", () => {
  let text = "a0: &a0 [x]\n";
  for (let i = 1; i < 5000; i++) {
    text += `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]\n`;
  }
  refused(text, /anchors/, "1:5");
});

Deno.test("200 KB of nesting end at the ninth level", () => {
  for (const unit of ["[", "{a: ", "- ", "? ", "{", '[{"a":']) {
    const text = unit.repeat(200_000 / unit.length);
    assert.throws(() => parseYaml(text, { file: "f" }), YamlError, unit);
  }
});

Deno.test("many keys, items, blank lines and quotes are read in one pass", () => {
  const count = 20_000;
  const keys = Array.from({ length: count }, (_, i) => `k${i}: v`).join("\n");
  assert.equal((read(keys) as unknown[]).length, count);
  assert.equal((read(`[${"a: b,".repeat(count)}]`) as unknown[]).length, count);
  assert.equal((read("- |\n  x\n".repeat(count)) as unknown[]).length, count);
  assert.equal(
    (read("- a\n\n".repeat(count)) as unknown[]).length,
    count,
  );
});

Deno.test("property: any text is read or refused with a place in it", () => {
  const piece = fc.constantFrom(
    ..."a:b -?&*!|>'\"%@`{}[],#~<=.\n\r\t \\\ufeff\u2028\0".split(""),
    "- ",
    ": ",
    "<<: ",
    "\n  ",
    "---\n",
    "key: ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      try {
        parseYaml(text, { file: "f" });
      } catch (error) {
        assert.ok(error instanceof YamlError, String(error));
        assert.ok(error.line >= 1 && error.column >= 1);
      }
    }),
    { numRuns: 2000 },
  );
});
