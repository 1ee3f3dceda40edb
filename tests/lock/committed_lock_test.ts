import assert from "node:assert/strict";
import fc from "fast-check";
import { load } from "js-yaml";
import { ConfigError } from "../../lib/base/errors.ts";
import { MAX_LOCK_BYTES } from "../../lib/base/limits.ts";
import type { LockBlock } from "../../lib/lock/model.ts";
import { parseCommittedLock } from "../../lib/lock/parse_committed_lock.ts";
import {
  COMMITTED_LOCK_HEADER,
  serializeCommittedLock,
} from "../../lib/lock/serialize_committed_lock.ts";

const FILE = ".apache-magpie.sources.lock";
const COMMIT = "a".repeat(40);
const RFC = `- id: acme
  method: git-tag
  url: https://example.org/a
  ref: v1
  commit: ${COMMIT}
`;

function refused(
  text: string | Uint8Array,
  message: RegExp,
  at?: string,
): void {
  assert.throws(() => parseCommittedLock(text, FILE), (error: unknown) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.equal(error.code, "lock-invalid");
    assert.match(error.message, message);
    assert.match(error.message, /^\.apache-magpie\.sources\.lock:\d+:\d+: /);
    if (at !== undefined) {
      assert.equal(`${error.at?.line}:${error.at?.column}`, at);
    }
    return true;
  });
}

function only(text: string): LockBlock {
  const { blocks } = parseCommittedLock(text, FILE);
  assert.equal(blocks.length, 1);
  return blocks[0]!;
}

Deno.test("a block with only the RFC's keys is complete", () => {
  assert.deepEqual(only(RFC), {
    id: "acme",
    pin: {
      method: "git-tag",
      url: "https://example.org/a",
      ref: "v1",
      commit: COMMIT,
    },
    policy: {},
    line: 1,
  });
});

Deno.test("byte order mark and CRLF are accepted", () => {
  const text = `\ufeff${RFC.replaceAll("\n", "\r\n")}`;
  assert.deepEqual(only(text), only(RFC));
  assert.deepEqual(
    parseCommittedLock(new TextEncoder().encode(text), FILE).blocks,
    [only(RFC)],
  );
});

Deno.test("digits, dots and words keep their spelling", () => {
  const block = only(
    RFC.replace(COMMIT, `4225e${"0".repeat(35)}`).replace("v1", "1.10"),
  );
  assert.equal(block.pin.ref, "1.10");
  assert.ok(block.pin.method === "git-tag");
  assert.equal(block.pin.commit, `4225e${"0".repeat(35)}`);
});

const OTHER = RFC.replace("v1", "v2").replace(COMMIT, "b".repeat(40));
const conflicts: [string, string, string][] = [
  [
    "whole blocks",
    `<<<<<<< HEAD\n${RFC}=======\n${OTHER}>>>>>>> topic\n`,
    "1:1",
  ],
  [
    "diff3 style",
    `<<<<<<< HEAD\n${RFC}||||||| base\n${RFC}=======\n${OTHER}>>>>>>> topic\n`,
    "1:1",
  ],
  [
    "inside a block",
    RFC.replace("  ref", "<<<<<<< HEAD\n  ref") +
    "=======\n  ref: v2\n>>>>>>> topic\n",
    "4:1",
  ],
  ["a marker left behind", `${RFC}>>>>>>> topic\r\n`, "6:1"],
];
for (const [name, text, at] of conflicts) {
  Deno.test(`merge markers: ${name}`, () =>
    refused(text, /merge-conflict/, at));
}

Deno.test("half-resolved merge: duplicate id, neither block wins", () => {
  refused(RFC + OTHER, /already/, "6:3");
});

Deno.test("a lock cut off anywhere is never an empty or shorter lock of valid blocks", () => {
  const whole = serializeCommittedLock(parseCommittedLock(RFC, FILE));
  for (let length = 0; length < whole.length - 1; length++) {
    assert.throws(
      () => parseCommittedLock(whole.slice(0, length), FILE),
      ConfigError,
      `cut at ${length}`,
    );
  }
});

Deno.test("zero bytes, blanks and comments are no empty lock", () => {
  refused("", /empty/, "1:1");
  refused("\n \n", /empty/);
  refused(new Uint8Array(0), /empty/);
  refused(COMMITTED_LOCK_HEADER, /comments only/);
  refused("\0".repeat(100), /NUL/);
});

Deno.test("an empty list is an empty lock, and is what no sources are written as", () => {
  assert.deepEqual(parseCommittedLock("[]\n", FILE), { blocks: [] });
  assert.equal(
    serializeCommittedLock({ blocks: [] }),
    `${COMMITTED_LOCK_HEADER}[]\n`,
  );
});

const invalid: [name: string, text: string, message: RegExp, at?: string][] = [
  ["not a list", "id: acme\n", /list of blocks/, "1:1"],
  ["an item that is no mapping", "- acme\n", /mapping/, "1:3"],
  [
    "unknown key with the nearest known",
    `${RFC}  comit: x\n`,
    /did you mean "commit"/,
    "6:3",
  ],
  [
    "unknown key with terminal controls",
    `${RFC}  "\\e[31m": x\n`,
    /no key "\\u\{1b\}/,
  ],
  ["duplicate key", `${RFC}  ref: v2\n`, /twice/, "6:3"],
  ["abbreviated commit", RFC.replace(COMMIT, "abcdef1"), /abbreviated/, "5:11"],
  ["sha512 on a tag", `${RFC}  sha512: ${"c".repeat(128)}\n`, /no anchor/],
  [
    "a url that would be an option of git",
    RFC.replace("https://example.org/a", "--upload-pack=x"),
    /url/,
  ],
  ["plain http", RFC.replace("https:", "http:"), /http/],
  ["a ref that is an option", RFC.replace("v1", "--force"), /ref/],
  [
    "content of another case",
    `${RFC}  content: ${"A".repeat(64)}\n`,
    /content/,
  ],
  ["a root that leads out", `${RFC}  layout:\n    skills_root: ../x\n`, /\.\./],
  [
    "unknown key of layout",
    `${RFC}  layout:\n    skill_root: x\n`,
    /skills_root/,
  ],
  ["x- key inside layout", `${RFC}  layout:\n    x-a: x\n`, /beside/],
  ["provides that is empty", `${RFC}  provides: []\n`, /empty/],
  [
    "provides of another shape",
    `${RFC}  provides:\n    - acme\n`,
    /skill: <name>/,
  ],
  ["family without a star", `${RFC}  provides:\n    - family: acme\n`, /-\*/],
  ["id of a device", RFC.replace("acme", "con"), /device/],
  ["anchor", RFC.replace("v1", "&a v1"), /anchors/],
];
for (const [name, text, message, at] of invalid) {
  Deno.test(`refused: ${name}`, () => refused(text, message, at));
}

for (const key of ["id", "method", "url", "ref", "commit"]) {
  Deno.test(`refused: required key ${key} is missing or has no value`, () => {
    const lines = RFC.slice(2).split("\n").map((line) => line.trim());
    const without = lines.filter((line) =>
      line !== "" && !line.startsWith(`${key}:`)
    );
    refused(`- ${without.join("\n  ")}\n`, new RegExp(key), "1:3");
    const blank = RFC.replace(new RegExp(`${key}: .*`), `${key}:`);
    refused(blank, new RegExp(key));
  });
}

Deno.test("a git-branch block holds nothing that was fetched", () => {
  const branch = RFC.replace("git-tag", "git-branch").replace(
    / {2}commit.*\n/,
    "",
  );
  assert.equal(only(branch).pin.method, "git-branch");
  for (
    const line of [
      `content: ${"0".repeat(64)}`,
      'selection: "1"',
      `signer: ${"A".repeat(40)}`,
      `commit: ${COMMIT}`,
    ]
  ) refused(`${branch}  ${line}\n`, /git-branch/);
});

Deno.test("a content that is no digest is refused, not taken for an unknown one", () => {
  for (const content of ["0".repeat(63), "G".repeat(64), "A".repeat(64)]) {
    refused(`${RFC}  content: "${content}"\n`, /64 lower-case/);
  }
});

Deno.test("invalid UTF-8 and a lock over the limit are refused", () => {
  refused(new Uint8Array([0x2d, 0x20, 0xff]), /UTF-8/);
  refused("#".repeat(MAX_LOCK_BYTES + 1), /exceeds/);
});

const FULL = `${COMMITTED_LOCK_HEADER}- id: acme
  method: git-tag
  url: https://example.org/a
  ref: "1.10"
  commit: "4225e${"0".repeat(35)}"
  selection: "1"
  content: "${"0".repeat(64)}"
  signer: ${"A".repeat(40)}
  layout:
    skills_root: skills
    evals_root: tools/skill-evals/evals
    include:
      - docs
      - "."
  provides:
    - skill: acme-scan
    - family: "acme-audit-*"
  keys: https://example.org/KEYS
  signed_by:
    - ${"A".repeat(40)}
  manifest: "off"
  allow_unlisted: "true"
  x-team: [a, {b: c}] 
  x-note: |
    first

      second
- id: beta
  method: svn-zip
  url: https://example.org/b-2.0.zip
  ref: "2.0"
  sha512: "${"0".repeat(128)}"
`;

Deno.test("golden: a full lock reads and is written byte for byte", () => {
  const text = FULL.replace("{b: c}] \n", "{b: c}]\n");
  assert.equal(serializeCommittedLock(parseCommittedLock(text, FILE)), text);
});

Deno.test("blocks are sorted by id, and a second writing changes nothing", () => {
  const second = RFC.replace("acme", "aaa");
  const once = serializeCommittedLock(parseCommittedLock(RFC + second, FILE));
  assert.ok(once.indexOf("aaa") < once.indexOf("acme"));
  assert.equal(serializeCommittedLock(parseCommittedLock(once, FILE)), once);
});

const extras: [name: string, entry: string, value: unknown][] = [
  ["plain", "  x-a: some text # comment\n", "some text"],
  ["no value", "  x-a:\n", null],
  ["flow over lines", "  x-a: [p,\n    q]\n", ["p", "q"]],
  ["nested", "  x-a:\n    b: c\n    d:\n    - e\n", { b: "c", d: ["e"] }],
  ["nested list at the key's column", "  x-a:\n  - e\n", ["e"]],
  [
    "literal with an explicit indentation",
    "  x-a: |2+\n      b\n    c\n\n",
    "  b\nc\n\n",
  ],
  ["folded", "  x-a: >-\n    b\n    c\n", "b c"],
  ["quoted over lines", '  x-a: "p\n    q \\"r\\""\n', 'p q "r"'],
  ["quoted key", '  "x-a b": c\n', "c"],
];
for (const [name, entry, value] of extras) {
  Deno.test(`an x- key survives: ${name}`, () => {
    for (
      const text of [
        RFC + entry,
        (RFC + entry).replaceAll("\n", "\r\n"),
        RFC + entry + OTHER.replace("acme", "z"),
      ]
    ) {
      const once = serializeCommittedLock(parseCommittedLock(text, FILE));
      const key = name === "quoted key" ? "x-a b" : "x-a";
      const [block] = load(once) as Record<string, unknown>[];
      assert.deepEqual(block?.[key], value);
      assert.equal(
        serializeCommittedLock(parseCommittedLock(once, FILE)),
        once,
      );
    }
  });
}

Deno.test("an x- key of a flow-style block and of a deeply indented one survives", () => {
  const flow =
    `[{id: acme, method: git-tag, url: "https://example.org/a", ref: v1,\n commit: ${COMMIT}, x-a: [p,\nq], "x-b": "r\n s"}]\n`;
  const deep = RFC.replace(/^- /, "-      ").replaceAll("\n  ", "\n       ") +
    "       x-a:\n       - p\n       - q\n       x-b: r\n         s\n";
  for (const text of [flow, deep]) {
    const once = serializeCommittedLock(parseCommittedLock(text, FILE));
    const [block] = load(once) as Record<string, unknown>[];
    assert.deepEqual(block?.["x-a"], ["p", "q"]);
    assert.equal(block?.["x-b"], "r s");
    assert.equal(serializeCommittedLock(parseCommittedLock(once, FILE)), once);
  }
});

Deno.test("what would not read back is not written", () => {
  const block = only(RFC);
  assert.throws(() =>
    serializeCommittedLock({
      blocks: [{ ...block, extra: new Map([["x-a", " [unclosed"]]) }],
    })
  );
  assert.throws(() =>
    serializeCommittedLock({
      blocks: [{ ...block, extra: new Map([["x-a", " b\nref: evil"]]) }],
    })
  );
  assert.throws(() => serializeCommittedLock({ blocks: [block, block] }));
});

const hex = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`));
const name = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}$/)
  .filter((text) =>
    !/^(con|prn|aux|nul|com\d|lpt\d|conin|conout|clock|setup|magpie-setup)$/
      .test(text)
  );
const path = fc.stringMatching(
  /^[a-z0-9~!#%&'@ .-]{0,5}[a-z0-9](\/[a-z0-9é]{1,5}){0,2}$/,
)
  .filter((text) =>
    !text.split("/").some((part) => /^\.+$|^\.git$/.test(part)) &&
    !/^[A-Za-z]:/.test(text)
  );
const anyBlock = fc.record({
  id: name,
  pin: fc.oneof(
    fc.record({
      method: fc.constant("git-tag"),
      url: fc.constant("https://example.org/a?x=1&y#z"),
      ref: fc.stringMatching(/^[0-9a-z][0-9a-z._]{0,8}[0-9a-z]$/).filter((
        ref,
      ) => !ref.includes("..") && !ref.endsWith(".lock")),
      commit: fc.oneof(hex(40), hex(64)),
    }),
    fc.record({
      method: fc.constant("svn-zip"),
      url: fc.constant("https://example.org/a-1.0.tar.gz"),
      ref: fc.stringMatching(/^[0-9][0-9.e_+~-]{0,8}$/),
      sha512: hex(128),
    }),
  ),
  layout: fc.record({
    skillsRoot: path,
    evalsRoot: fc.constant("."),
    include: fc.array(path, { maxLength: 3 }),
  }, { requiredKeys: ["skillsRoot"] }),
  provides: fc.array(
    fc.oneof(fc.record({ skill: name }), fc.record({ family: name })),
    { minLength: 1, maxLength: 4 },
  ),
  content: hex(64),
  policy: fc.record({
    keys: path.filter((text) => !text.includes("@")).map((text) => `k/${text}`),
    signedBy: fc.array(hex(40).map((text) => text.toUpperCase()), {
      maxLength: 2,
    }),
    manifest: fc.constantFrom("off", "if-present", "required"),
    allowUnlisted: fc.boolean(),
  }, { requiredKeys: [] }),
}, { requiredKeys: ["id", "pin", "policy"] });

Deno.test("property: what is written reads back, by any YAML reader, and again to the same bytes", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyBlock, { selector: (block) => block.id, maxLength: 4 }),
      (blocks) => {
        const lock = { blocks: blocks as unknown as LockBlock[] };
        const text = serializeCommittedLock(lock);
        const read = parseCommittedLock(text, FILE);
        assert.equal(serializeCommittedLock(read), text);
        const loaded = load(text) as Record<string, unknown>[];
        for (const [at, block] of read.blocks.entries()) {
          assert.equal(loaded[at]?.["id"], block.id);
          assert.equal(loaded[at]?.["ref"], block.pin.ref);
          assert.equal(loaded[at]?.["content"], block.content);
        }
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("property: any damage is a lock or a ConfigError, never another failure", () => {
  fc.assert(
    fc.property(
      fc.nat(FULL.length),
      fc.nat(6),
      fc.string({ unit: "binary", maxLength: 4 }),
      (at, remove, insert) => {
        const text = FULL.slice(0, at) + insert + FULL.slice(at + remove);
        try {
          parseCommittedLock(text, FILE);
        } catch (error) {
          assert.ok(error instanceof ConfigError, String(error));
        }
      },
    ),
    { numRuns: 1000 },
  );
});
