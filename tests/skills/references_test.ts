import assert from "node:assert/strict";
import fc from "fast-check";
import { relativeReferences } from "../../lib/skills/references.ts";

const FILE = "skills/a/SKILL.md";

function paths(text: string): (string | undefined)[] {
  return relativeReferences(text, FILE).map(({ path }) => path);
}

Deno.test("links, images and definitions lead to paths of the source", () => {
  const text =
    `See [guide](../../docs/guide.md#part), ![flow](img/flow.png "t"),
[spaced](<my file.md>), [enc](my%20other.md), [parens](f_(1).md) and [ref].

[ref]: ../b/SKILL.md "B"
`;
  assert.deepEqual(
    relativeReferences(text, FILE).map(({ path, line }) => [path, line]),
    [
      ["docs/guide.md", 1],
      ["skills/a/img/flow.png", 1],
      ["skills/a/my file.md", 2],
      ["skills/a/my other.md", 2],
      ["skills/a/f_(1).md", 2],
      ["skills/b/SKILL.md", 4],
    ],
  );
});

Deno.test("relative paths in prose and inline code count", () => {
  assert.deepEqual(
    paths(
      "Run `python ../../tools/run.py --x`, then read ./notes.md. (../c.md)",
    ),
    ["skills/a/notes.md", "skills/c.md", "tools/run.py"],
  );
});

Deno.test("only `./…` outside of a link is loose", () => {
  const text = "Write `./out.json`, see ./a.md and ../b.md, or [c](./c.md).\n" +
    "Then [a](./a.md).\n";
  assert.deepEqual(
    relativeReferences(text, FILE).map(({ path, line, loose }) => [
      path,
      line,
      loose,
    ]),
    [
      ["skills/a/c.md", 1, false],
      ["skills/a/a.md", 2, false],
      ["skills/b.md", 1, false],
      ["skills/a/out.json", 1, true],
    ],
  );
});

Deno.test("what climbs out of the source is named without a path", () => {
  const [reference] = relativeReferences("[x](../../../up.md)", FILE);
  assert.deepEqual(reference, {
    text: "../../../up.md",
    path: undefined,
    line: 1,
    loose: false,
  });
});

Deno.test("each target is named once, the file itself never", () => {
  assert.deepEqual(paths("[a](b.md) [a](b.md#x)\n[a](b.md) [self](SKILL.md)"), [
    "skills/a/b.md",
  ]);
});

const quiet: [string, string][] = [
  ["urls", "[a](https://x.org/a.md) [b](mailto:a@b.c) [c](//x.org/a) <./a>"],
  ["fragments and absolute paths", "[a](#part) [b](/etc/passwd) `/usr/x.md`"],
  [
    "placeholders",
    "[a](<name>/x.md) [b]({dir}/x.md) [c](*.md) `../<id>/x.md` `./$X.md`",
  ],
  [
    "commands without an extension",
    "`./gradlew build`, ./configure, `cd ../..`, `./...`",
  ],
  [
    "fenced code",
    "```sh\ncat ../x.md\n```\n~~~\n[a](b.md)\n```\n[c](d.md)\n~~~",
  ],
  ["an open fence", "````\n[a](b.md)\n```\n[a](c.md)"],
  ["links inside inline code", "`[a](b.md)` and ``x ` [c](d.md)``"],
  ["comments", "<!-- [a](b.md)\n[c](../d.md) -->"],
  ["footnotes", "[^1]: note\n[^2]: ../notes"],
  ["Windows paths", "[a](c:\\x.md) [b](..\\x.md)"],
  ["broken escapes", "[a](%zz.md)"],
];
for (const [name, text] of quiet) {
  Deno.test(`quiet about ${name}`, () => assert.deepEqual(paths(text), []));
}

Deno.test("a comment does not move the line numbers", () => {
  assert.deepEqual(
    relativeReferences("<!--\n\n-->\n[a](b.md)", FILE).map(({ line }) => line),
    [4],
  );
});

Deno.test("hostile text of 200 KB is read in one pass", () => {
  const runs = Array.from({ length: 600 }, (_, i) => "`".repeat(i + 1)).join(
    "x",
  );
  for (
    const unit of [
      "](",
      "](<",
      "](a(",
      "[",
      "`",
      "<!--",
      "../",
      "[a]: ",
      "``",
      "> - ",
    ]
  ) {
    relativeReferences(unit.repeat(200_000 / unit.length), FILE);
  }
  relativeReferences(runs + "x`".repeat(100_000), FILE);
});

Deno.test("property: every path stays inside the source and is normal", () => {
  const piece = fc.constantFrom(
    "[a](",
    ")",
    "../",
    "./",
    "x.md",
    " ",
    "`",
    "\n",
    "<",
    ">",
    "%2e%2e/",
    "[r]: ",
    "/",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      for (const { path } of relativeReferences(pieces.join(""), FILE)) {
        if (path === undefined) continue;
        assert.ok(
          path.split("/").every((part) => !["", ".", ".."].includes(part)),
        );
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a line that is made to be read again and again is read once", () => {
  const length = 400_000;
  const start = performance.now();
  for (
    const text of [
      `[a]: ${"(".repeat(length)}\u2028x`,
      `./${".".repeat(length)}x`,
    ]
  ) relativeReferences(text, "skills/a/SKILL.md");
  assert.ok(performance.now() - start < 5_000);
});
