import assert from "node:assert/strict";
import { ConfigError } from "../../lib/base/errors.ts";
import type { Layer } from "../../lib/trust/descriptor.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

function read(text: string | Uint8Array, layer: Layer = "adopter") {
  const bytes = typeof text === "string"
    ? new TextEncoder().encode(text)
    : text;
  return readLayerFile(bytes, "skill-sources.md", layer);
}

function block(yaml: string): string {
  return `# Trusted\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`;
}

function fault(text: string | Uint8Array, layer?: Layer): ConfigError {
  try {
    read(text, layer);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail(`nothing was refused in ${text}`);
}

function faultsOf(yaml: string, layer?: Layer): [string, string][] {
  const [entry] = read(block(yaml), layer).entries;
  return entry!.faults.map(({ key, error }) => [key, error.message]);
}

Deno.test("a trust list with comments on every line is read in full", () => {
  const { entries, findings } = read(block(`
- id: acme-security-skills          # unique
  organization: independent
  name: "Acme Security Skills"      # with a # inside? "no"
  maintainer: "Acme Sec Team / @acme-handle"
  method: git-tag   # tag
  url: https://github.com/acme/magpie-skills#readme
  ref: v1.0.0
  commit: ${COMMIT.toUpperCase()}   # anchor
  layout:
    skills_root: .
    include: []
  provides:
    - skill: acme-secret-scan        # one skill
    - family: acme-audit-*           # prefix
- id: second
  method: svn-zip
  name: 'B: two'
  url: https://example.org/b-1.0.zip
  ref: "1.10"
  sha512: ${"C".repeat(128)}
  keys: KEYS
  signed_by: ${"ab ".repeat(20)}
  manifest: required
  allow_unlisted: true
  x-note: [anything, {at: all}]
  provides: [{skill: b-one}, {family: b-x-*}, {skill: b-one}]`));
  assert.deepEqual(findings, []);
  assert.deepEqual(entries.map(({ faults }) => faults), [[], []]);
  const values = entries.map(({ descriptor }) =>
    Object.fromEntries(
      Object.entries(descriptor).map(([key, located]) => [key, located!.value]),
    )
  );
  assert.deepEqual(values, [{
    organization: "independent",
    name: "Acme Security Skills",
    maintainer: "Acme Sec Team / @acme-handle",
    method: "git-tag",
    url: "https://github.com/acme/magpie-skills#readme",
    ref: "v1.0.0",
    commit: COMMIT,
    skillsRoot: ".",
    include: [],
    provides: [{ skill: "acme-secret-scan" }, { family: "acme-audit" }],
  }, {
    method: "svn-zip",
    name: "B: two",
    url: "https://example.org/b-1.0.zip",
    ref: "1.10",
    sha512: "c".repeat(128),
    keys: "KEYS",
    signedBy: ["AB".repeat(20)],
    manifest: "required",
    allowUnlisted: true,
    provides: [{ skill: "b-one" }, { family: "b-x" }],
  }]);
  assert.deepEqual(entries[0]!.descriptor.url?.at, {
    file: "skill-sources.md",
    line: 10,
    column: 8,
  });
});

Deno.test("BOM, CRLF, upper-case YML, tildes and one mapping are accepted", () => {
  const text = "\ufeff~~~ YML linenos\r\nid: a\r\nref: 1.10\r\n~~~\r\n";
  const [entry] = read(text).entries;
  assert.equal(entry?.id, "a");
  assert.equal(entry?.descriptor.ref?.value, "1.10");
});

Deno.test("places count from the Markdown file, also inside a list item", () => {
  const [entry] =
    read("- see\n\n  ```yaml\n  - id: a\n    url: x\n  ```\n").entries;
  assert.equal(
    entry!.faults[0]!.error.message.split(": ")[0],
    "skill-sources.md:5:10",
  );
});

Deno.test("a block that declares nothing is held to no limit", () => {
  for (
    const yaml of [
      "key: &anchor value\nother: *anchor",
      "a:\n\tb: c",
      "name: ci\non: push\njobs:\n  a:\n    steps:\n      - id: build\n        &x y: z",
      "- uses: actions/checkout\n- run: make",
      "- skill: x\n- family: y-*",
      "just text",
      "%TAG ! x",
      "a:\n b:\n  c:\n   d:\n    e:\n     f:\n      g:\n       h:\n        i: j",
      "name: only one descriptor key\nother: x",
      "# nothing",
      "id: <source-id>\nmethod: <git-tag | git-branch>\nnonsense: true",
      'id: "<\u200b>"',
    ]
  ) assert.deepEqual(read(block(yaml)).entries, [], yaml);
  assert.deepEqual(read("```json\n- id: a\n```\n").entries, []);
});

Deno.test("a block that cannot be read but was meant to declare fails the file", () => {
  for (
    const yaml of [
      "- id: a\n\turl: x",
      "id: a\nid: b",
      "- &x\n  id: a",
      "- name: x\n  id: a\n  url: *x",
      "[{id: a, url: !!str x}]",
      "- {id: a",
      "method: git-tag\nurl: 'x",
      "- id: a\n  <<: {b: c}",
    ]
  ) {
    const error = fault(block(yaml));
    assert.equal(error.code, "trust-list-invalid", yaml);
    assert.match(error.message, /^skill-sources\.md:\d+:\d+: /);
  }
});

Deno.test("a list item or a descriptor without id fails the file", () => {
  for (
    const yaml of [
      "- id: a\n- name: b",
      "- name: b\n  url: c",
      "- id: a\n- text",
      "- id:\n  ref: x",
      "- id: [a]\n  ref: x",
      "url: x\nref: y",
    ]
  ) assert.match(fault(block(yaml)).message, /no `id`/, yaml);
});

Deno.test("one id twice is refused with both lines", () => {
  const error = fault(`${block("- id: a")}\n${block("- id: b\n- id: a")}`);
  assert.equal(error.code, "id-duplicate");
  assert.match(error.message, /^skill-sources\.md:11:7: .*line 4/);
});

Deno.test("every whole-file fault is named, the first in the message", () => {
  const error = fault(`${block("- ref: x")}\n${block("- id: a\n- id: a")}`);
  assert.deepEqual(error.findings.map(({ rule, line }) => [rule, line]), [
    ["trust-list-invalid", 4],
    ["id-duplicate", 11],
  ]);
  assert.equal(error.message, error.findings[0]!.message);
});

Deno.test("an unclosed fence fails the file, whatever its language", () => {
  const error = fault("a\n\n```text\nb\n");
  assert.equal(error.code, "trust-list-invalid");
  assert.match(error.message, /^skill-sources\.md:3:1: /);
});

Deno.test("files that are not UTF-8, hold NUL or are too large are refused", () => {
  const bytes = new TextEncoder().encode(`a\nb\n${block("- id: a")}`);
  const latin = bytes.slice();
  latin[2] = 0xe9;
  assert.match(fault(latin).message, /^skill-sources\.md:2:1: .*UTF-8/);
  const nul = bytes.slice();
  nul[4] = 0;
  assert.match(fault(nul).message, /^skill-sources\.md:3:1: .*NUL/);
  const cut = new TextEncoder().encode("a\né").slice(0, 3);
  assert.match(fault(cut).message, /:2:1: /);
  const large = fault(new Uint8Array(256 * 1024 + 1).fill(32));
  assert.equal(large.code, "layer-encoding");
  assert.equal(read(new Uint8Array(256 * 1024).fill(32)).entries.length, 0);
});

Deno.test("Trojan Source: bidi and zero-width characters in a declaring block", () => {
  for (
    const yaml of [
      "- id: a\n  url: https://example.org/\u202egro",
      "- id: a\n  # \u2066comment",
      "- id: a\u200b",
      "- id: a\n  name: x\ufeff",
      '- id: a\n  name: "\\u202e"',
      '- id: a\n  "x-\\u200d": b',
      "- id: a\n  name: \u{e0041}",
    ]
  ) {
    const error = fault(block(yaml));
    assert.equal(error.code, "layer-encoding", yaml);
    assert.match(error.message, /U\+[0-9A-F]{4}/);
  }
  assert.equal(
    read(block('- id: a\n  name: "Šķöld 🛡️ 日本"')).entries.length,
    1,
  );
  assert.equal(read(`\u202e\u202c\n\n${block("- id: a")}`).entries.length, 1);
});

Deno.test("a descriptor out of sight is named and does not count", () => {
  const text = "> ```yaml\n> - id: quoted\n> ```\n\n<details>\n\n" +
    "```yaml\n- id: folded\n```\n\n```yaml\n- id: <example>\n```\n\n" +
    "```yaml\n- a: b\n```\n\n</details>\n\n```yaml\n- id: seen\n```\n";
  const { entries, findings } = read(text);
  assert.deepEqual(entries.map(({ id }) => id), ["seen"]);
  assert.deepEqual(
    findings.map(({ rule, level, line }) => [rule, level, line]),
    [["descriptor-hidden", "warning", 1], ["descriptor-hidden", "warning", 7]],
  );
  assert.match(findings[0]!.message, /`quoted`.*block quote/);
  assert.match(findings[1]!.message, /`folded`.*<details>/);
});

Deno.test("a descriptor whose rendering is in doubt fails the file", () => {
  for (
    const text of [
      "<!-- a --> <!-- b\n\n```yaml\n- id: a\n```\n",
      "-\t```yaml\n\t- id: a\n\t```\n",
      "```y&#97;ml\n- id: a\n```\n",
      "\tcode\n2. \n   x\n      ```yaml\n      - id: a\n      ```\n",
    ]
  ) assert.equal(fault(text).code, "trust-list-invalid", text);
  const harmless = "text <details>\n\n```text\nid: a\n```\n";
  assert.deepEqual(read(harmless).entries, []);
});

Deno.test("what a renderer may show as a block, and is not read as one, fails the file", () => {
  const text = "<!-- a --> <!-- b\n\ntext ```yaml\n";
  assert.match(fault(text).message, /^skill-sources.md:3:1: Some renderers/);
});

Deno.test("a key beside what is provided is a fault, not a comment", () => {
  const faults = faultsOf("- id: a\n  provides: [{skill: b, famly: c-*}]");
  assert.deepEqual(faults.map(([key]) => key), ["unknown"]);
  assert.match(faults[0]![1], /`famly` is no key.*did you mean `family`\?/);
});

Deno.test("an unknown key is a fault of its entry, elsewhere a warning", () => {
  const yaml =
    "- id: a\n  comit: x\n  layout: {skill_root: y, x-z: 1}\n- id: b";
  const [a, b] = read(block(yaml)).entries;
  assert.deepEqual(a!.faults.map(({ error }) => error.code), [
    "key-unknown",
    "key-unknown",
  ]);
  assert.match(a!.faults[0]!.error.message, /:5:3: .*did you mean `commit`\?/);
  assert.match(a!.faults[1]!.error.message, /did you mean `skills_root`\?/);
  assert.deepEqual(b!.faults, []);
  for (const layer of ["organization", "registry"] as const) {
    const { entries, findings } = read(block(yaml), layer);
    assert.deepEqual(entries[0]!.faults, []);
    assert.deepEqual(findings.map(({ level }) => level), [
      "warning",
      "warning",
    ]);
  }
});

Deno.test("__proto__ is a key like any other", () => {
  const [[, message]] = faultsOf("- id: a\n  __proto__: x") as [
    [string, string],
  ];
  assert.match(message, /`__proto__` is no key/);
});

Deno.test("each value that breaks its grammar is a fault with its place", () => {
  for (
    const [yaml, key] of [
      ["- id: Acme", "id"],
      ["- id: con", "id"],
      ["- id: acmе", "id"],
      ["- id: a\n  organization: ../x", "organization"],
      ["- id: a\n  organization:", "organization"],
      ["- id: a\n  method: git_tag", "method"],
      ["- id: a\n  url: ext::sh -c x", "url"],
      ["- id: a\n  url: [b]", "url"],
      ["- id: a\n  ref: [b]", "ref"],
      ["- id: a\n  commit: 0123abc", "commit"],
      ["- id: a\n  sha512: x", "sha512"],
      ["- id: a\n  layout: x", "layout"],
      ["- id: a\n  layout: {skills_root: ../x}", "skillsRoot"],
      ["- id: a\n  layout: {evals_root: /etc}", "evalsRoot"],
      ["- id: a\n  layout: {include: x}", "include"],
      ["- id: a\n  layout: {include: [x/*]}", "include"],
      ["- id: a\n  provides: x", "provides"],
      ["- id: a\n  provides: []", "provides"],
      ["- id: a\n  provides: [x]", "provides"],
      ["- id: a\n  provides: [{skill: ../x}]", "provides"],
      ["- id: a\n  provides: [{skill: setup}]", "provides"],
      ["- id: a\n  provides: [{family: '*'}]", "provides"],
      ["- id: a\n  provides: [{family: acme-**}]", "provides"],
      ["- id: a\n  provides: [{skill: x, family: y-*}]", "provides"],
      ["- id: a\n  keys: ../KEYS", "keys"],
      ["- id: a\n  keys: .apache-magpie-sources/a/KEYS", "keys"],
      ["- id: a\n  keys: ssh://host/KEYS", "keys"],
      ["- id: a\n  signed_by: DEADBEEF", "signedBy"],
      ["- id: a\n  signed_by: []", "signedBy"],
      ["- id: a\n  signed_by:", "signedBy"],
      ["- id: a\n  manifest: maybe", "manifest"],
      ["- id: a\n  allow_unlisted: yes", "allowUnlisted"],
    ] as const
  ) {
    const faults = faultsOf(yaml);
    assert.deepEqual(faults.map(([at]) => at), [key], yaml);
    assert.match(faults[0]![1], /^skill-sources\.md:\d+:\d+: /);
  }
});
