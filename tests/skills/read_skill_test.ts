import assert from "node:assert/strict";
import fc from "fast-check";
import { SourceError } from "../../lib/base/errors.ts";
import type { SkillName } from "../../lib/base/ids.ts";
import { MAX_SKILL_MD_BYTES } from "../../lib/base/limits.ts";
import { readSkill } from "../../lib/skills/read_skill.ts";

const X = "x" as SkillName;
const GOOD =
  "---\nname: magpie-x\ndescription: Scans things.\nlicense: Apache-2.0\n---\n\n# Body\n";

function read(text: string | Uint8Array, folder = X) {
  return readSkill(
    typeof text === "string" ? new TextEncoder().encode(text) : text,
    folder,
  );
}

function refused(
  text: string | Uint8Array,
  code: string,
  message: RegExp,
): void {
  assert.throws(() => read(text), (error: unknown) => {
    assert.ok(error instanceof SourceError, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

Deno.test("a good skill reads without a finding", () => {
  const reading = read(GOOD);
  assert.equal(reading.declaredName, "magpie-x");
  assert.equal(reading.description, "Scans things.");
  assert.equal(reading.fields.get("license"), "Apache-2.0");
  assert.deepEqual(reading.findings, []);
  assert.deepEqual(read(GOOD.replace("magpie-x", "x")).findings, []);
});

Deno.test("fields keep lists, mappings and the spelling of scalars", () => {
  const { fields } = read(
    "---\nname: x\nversion: 1.10\nallowed-tools: [Read, Bash]\nmetadata:\n  a: ~\nempty:\n---",
  );
  assert.equal(fields.get("version"), "1.10");
  assert.deepEqual(fields.get("allowed-tools"), ["Read", "Bash"]);
  assert.deepEqual(fields.get("metadata"), new Map([["a", "~"]]));
  assert.equal(fields.get("empty"), "");
  assert.equal(fields.get("__proto__"), undefined);
});

const forms: [string, string, number][] = [
  ["byte order mark", `\ufeff${GOOD}`, 1],
  ["CRLF", GOOD.replaceAll("\n", "\r\n"), 1],
  ["CR", GOOD.replaceAll("\n", "\r"), 1],
  ["byte order mark and CRLF", `\ufeff${GOOD.replaceAll("\n", "\r\n")}`, 2],
  ["mixed line ends", GOOD.replace("\n", "\r\n"), 1],
  ["byte order mark inside", GOOD.replace("# Body", "\ufeff# Body"), 1],
];
for (const [name, text, count] of forms) {
  Deno.test(`accepted with a warning: ${name}`, () => {
    const reading = read(text);
    assert.equal(reading.declaredName, "magpie-x");
    assert.equal(reading.fields.get("license"), "Apache-2.0");
    assert.deepEqual(
      reading.findings.map(({ rule, level }) => `${level} ${rule}`),
      Array(count).fill("warning skill-format"),
    );
  });
}

const unreadable: [string, string | Uint8Array, RegExp][] = [
  ["empty file", "", /frontmatter/],
  ["no frontmatter", "# Body\n", /frontmatter/],
  ["frontmatter that never closes", "---\nname: x\n", /frontmatter/],
  ["text before the frontmatter", `\n${GOOD}`, /frontmatter/],
  ["four dashes", GOOD.replace("---", "----"), /frontmatter/],
  ["empty frontmatter", "---\n---\n", /keys/],
  ["a list", "---\n- a\n---\n", /keys/],
  [
    "neither name nor description",
    "---\nlicense: x\n---\n",
    /name or a description/,
  ],
  [
    "only an empty description",
    "---\ndescription:\n---\n",
    /name or a description/,
  ],
  [
    "invalid UTF-8",
    new Uint8Array([...new TextEncoder().encode(GOOD), 0xff]),
    /UTF-8/,
  ],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x2d, 0, 0x2d, 0]), /UTF-8/],
  ["NUL", `${GOOD}\0`, /NUL/],
  ["over the limit", GOOD + "x".repeat(MAX_SKILL_MD_BYTES), /larger/],
  [
    "duplicate key that hides the first",
    "---\nname: x\nallowed-tools: Read\nallowed-tools: Bash\n---\n",
    /twice/,
  ],
  ["anchor", "---\nname: x\ndescription: &a b\n---\n", /anchors/],
  ["tag", "---\nname: x\ndescription: !!str b\n---\n", /tags/],
  [
    "too deep",
    `---\nname: x\na: ${"[".repeat(9)}${"]".repeat(9)}\n---\n`,
    /deeper/,
  ],
];
for (const [name, text, message] of unreadable) {
  Deno.test(`skill-unreadable: ${name}`, () =>
    refused(text, "skill-unreadable", message));
}

Deno.test("an error in the YAML names the line of the file", () => {
  refused(
    "---\nname: x\ndescription: &a b\n---\n",
    "skill-unreadable",
    /^x\/SKILL\.md:3:14: /,
  );
});

Deno.test("a Git LFS pointer in place of the skill", () => {
  refused(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${
      "0".repeat(64)
    }\nsize 12\n`,
    "lfs-pointer",
    /LFS/,
  );
});

const badNames = [
  "../../evil",
  "/tmp/evil",
  "a/b",
  "..",
  ".",
  "",
  "nested/../../evil",
  "magpie-x\\..\\y",
  "a\uff0fb",
  "\u2025",
  "~root",
  "$HOME",
  "-rf",
  "c:evil",
  "con",
  "NUL.txt",
  "x".repeat(65),
  "magpie-x\n",
  "magpie-x ",
  "magpie-\u200bx",
  "magpie-\u202ex",
  "\u001b[31mx",
  "\u043c\u0430gpie-x",
  "magpi\u0435-x",
];
for (const bad of badNames) {
  Deno.test(`a declared name used as a path or a disguise: ${JSON.stringify(bad)}`, () => {
    refused(
      `---\nname: ${JSON.stringify(bad)}\ndescription: d\n---\n`,
      "skill-name",
      /not linked/,
    );
    assert.throws(
      () => read(`---\nname: ${JSON.stringify(bad)}\ndescription: d\n---\n`),
      // deno-lint-ignore no-control-regex -- they must not reach the terminal
      (error: Error) => !/[\u0000-\u001f\u200b\u202e]/.test(error.message),
    );
  });
}

Deno.test("a name that is no text, or has no value, is refused", () => {
  refused("---\nname: [x]\ndescription: d\n---\n", "skill-name", /no text/);
  refused("---\nname:\ndescription: d\n---\n", "skill-name", /empty/);
});

Deno.test("another name than the folder's only warns", () => {
  for (
    const name of ["My Skill", "magpie-y", "日本語スキル", "Сканер", "1.10"]
  ) {
    const { findings, declaredName } = read(`---\nname: ${name}\n---\n`);
    assert.equal(declaredName, name);
    assert.deepEqual(findings.map(({ rule, level }) => [rule, level]), [
      ["skill-name", "warning"],
    ]);
  }
});

Deno.test("the prefix of the links counts", () => {
  const bytes = new TextEncoder().encode("---\nname: our-x\n---\n");
  assert.deepEqual(readSkill(bytes, X, "our-").findings, []);
  assert.equal(readSkill(bytes, X).findings.length, 1);
});

const repairs: [string, string, Record<string, string>, number][] = [
  [
    "one line",
    "name: x\ndescription: Configure the harness: Hooks, MCP Servers, Skills\nallowed-tools: Read\n",
    {
      description: "Configure the harness: Hooks, MCP Servers, Skills",
      "allowed-tools": "Read",
    },
    3,
  ],
  [
    "over lines",
    'name: x\ndescription:\n  Stress-test a plan. Use for\n  "review my plan before I build". Pairs with the tech-design skill: grill first,\n  write later.\nallowed-tools: Read\n',
    {
      description:
        'Stress-test a plan. Use for "review my plan before I build". Pairs with the tech-design skill: grill first, write later.',
      "allowed-tools": "Read",
    },
    3,
  ],
  [
    "other scripts",
    "name: x\ndescription: 妈妈唠叨模式 — Triggers on: '/pua:mama', '/pua mama'\nlicense: y\n",
    {
      description: "妈妈唠叨模式 — Triggers on: '/pua:mama', '/pua mama'",
      license: "y",
    },
    3,
  ],
];
for (const [name, yaml, fields, line] of repairs) {
  Deno.test(`an unquoted colon is read as text, with a warning: ${name}`, () => {
    const reading = read(`---\n${yaml}---\n`);
    for (const [key, value] of Object.entries(fields)) {
      assert.equal(reading.fields.get(key), value);
    }
    assert.deepEqual(
      reading.findings.map((finding) => [finding.rule, finding.line]),
      [["skill-format", line]],
    );
  });
}

const unrepaired: [string, string][] = [
  ["a broken mapping", "metadata:\n  a: b\n   c: d\n"],
  ["a broken list", "allowed-tools:\n  - Read: x: y\n"],
  ["an inline list", "allowed-tools: [Read: a: b\n"],
  ["an unclosed quote", 'description: "a: b\n'],
  ["a comment in the text", "description: a: b # allowed-tools: none\n"],
  ["an anchor", "description: &a b: c\n"],
  ["a key that stands twice", "description: a: b\ndescription: c\n"],
  ["a control character", "description: a: b\u001b[0m\n"],
  [
    "an indented key behind it",
    "description: a: b\n  allowed-tools: Bash\n",
  ],
];
for (const [name, yaml] of unrepaired) {
  Deno.test(`the repair swallows no structure: ${name}`, () => {
    const text = `---\nname: x\n${yaml}---\n`;
    refused(text, "skill-unreadable", /cannot be read/);
  });
}

Deno.test("200 KB of nesting and of colons end quickly", () => {
  for (
    const unit of ["[", "{a: ", "- ", "a: b: c\n", "a:\n b: c: d\n"]
  ) {
    const text = `---\nname: x\n${unit.repeat(200_000 / unit.length)}\n---\n`;
    assert.throws(() => read(text), SourceError, unit);
  }
  assert.ok(read(`---\nname: x\n${"a: ".repeat(70_000)}b\n---\n`));
});

Deno.test("property: any bytes are a reading or a SourceError", () => {
  const piece = fc.constantFrom(
    "---\n",
    "name: x\n",
    "description: a: b\n",
    "\r\n",
    "  - ",
    "'",
    "\ufeff",
    "a: [",
    "#",
    "\t",
    "\0",
    "é",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 15 }).map((parts) =>
          new TextEncoder().encode(`---\n${parts.join("")}`)
        ),
        fc.uint8Array({ maxLength: 40 }),
      ),
      (bytes) => {
        try {
          readSkill(bytes, X);
        } catch (error) {
          assert.ok(error instanceof SourceError, String(error));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

Deno.test("a value of blanks up to a line separator is read once", () => {
  const start = performance.now();
  const text = `---\na:${" ".repeat(400_000)}\u2028x: b: c\n---\n`;
  assert.throws(() =>
    readSkill(new TextEncoder().encode(text), "scan" as SkillName)
  );
  assert.ok(performance.now() - start < 5_000);
});
