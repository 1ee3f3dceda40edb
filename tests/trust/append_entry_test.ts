import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError } from "../../lib/base/errors.ts";
import { appendEntry } from "../../lib/trust/append_entry.ts";
import { readLayerFile } from "../../lib/trust/read_layer_file.ts";

const FILE = "skill-sources.md";
const ENTRY = `# why \`\`\` here
- id: acme
  method: git-tag
  url: https://a.example/x.git
  ref: v1.0.0
  commit: 0123456789abcdef0123456789abcdef01234567
  provides:
    - skill: a-b
`;

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

function append(text: string | undefined, yaml = ENTRY): string {
  const bytes = text === undefined ? undefined : encode(text);
  return decode(appendEntry(bytes, FILE, yaml));
}

function fault(text: string, yaml?: string): ConfigError {
  try {
    append(text, yaml);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error;
  }
  assert.fail("nothing was refused");
}

const ids = (text: string) =>
  readLayerFile(encode(text), FILE, "adopter").entries.map(({ id }) => id);

Deno.test("a trust list that is not there, or empty, begins with what it is for", () => {
  const text = append(undefined);
  assert.match(text, /^# Trusted skill sources\n/);
  assert.match(text, /\n\n````yaml\n# why ``` here\n- id: acme\n/);
  assert.match(text, /\n {4}- skill: a-b\n````\n$/);
  assert.deepEqual(ids(text), ["acme"]);
  assert.equal(append(""), text);
});

Deno.test("line ends, byte order mark and a missing final line end are respected", () => {
  const yaml = "- id: acme";
  assert.equal(append("# x\n", yaml), "# x\n\n```yaml\n- id: acme\n```\n");
  assert.equal(append("# x\n\n", yaml), "# x\n\n```yaml\n- id: acme\n```\n");
  assert.equal(append("# x", yaml), "# x\n\n```yaml\n- id: acme\n```\n");
  assert.equal(append("\n", yaml), "\n```yaml\n- id: acme\n```\n");
  assert.equal(
    append("\ufeff# x\r\ny", yaml),
    "\ufeff# x\r\ny\r\n\r\n```yaml\r\n- id: acme\r\n```\r\n",
  );
  assert.equal(
    append("a\r\nb\n", yaml),
    "a\r\nb\n\n```yaml\n- id: acme\n```\n",
  );
});

Deno.test("a block is not appended where it would not count", () => {
  for (
    const text of [
      "<!-- to be done\n",
      "<details>\n\nold\n",
      "<script>\n",
      "```yaml\n- id: b\n",
      "~~~text\nx\n",
    ]
  ) {
    const { code } = fault(text);
    assert.equal(code, "trust-list-invalid", text);
  }
  const { code, message } = fault("<!-- to be done\n");
  assert.equal(code, "trust-list-invalid");
  assert.match(message, /by hand$/);
});

Deno.test("an id that stands there is not appended a second time", () => {
  const text = "```yaml\n- id: acme\n  ref: v1\n```\n";
  assert.equal(fault(text).code, "id-duplicate");
  assert.equal(fault("", "- id: b\n- id: b").code, "id-duplicate");
});

Deno.test("a value that breaks its grammar, or closes the block, is not appended", () => {
  assert.equal(fault("", "- id: acme\n  commit: x").code, "value-invalid");
  assert.equal(fault("", "- id: acme\n  comit: x").code, "key-unknown");
  assert.equal(fault("", "x: y").code, "trust-list-invalid");
  assert.equal(fault("", "- id: a\u202eb").code, "layer-encoding");
});

Deno.test("property: what is there stays a prefix and reads as before", () => {
  const line = fc.constantFrom(
    "",
    "text",
    "- item",
    "  - nested",
    "1. one",
    "    code",
    "| a | b |",
    "> quoted",
    "```yaml\n- id: one\n```",
    "~~~ yml\n- id: two\n  ref: é\n~~~",
    "# Über 🦉",
    "<!-- c -->",
    "<b>x",
    "***",
  );
  const text = fc.tuple(
    fc.uniqueArray(line, { maxLength: 9 }),
    fc.constantFrom("\n", "\r\n"),
    fc.boolean(),
    fc.boolean(),
  ).map(([lines, end, mark, final]) =>
    (mark ? "\ufeff" : "") + lines.join("\n").replaceAll("\n", end) +
    (final ? end : "")
  );
  fc.assert(
    fc.property(text, (text) => {
      let had: string[];
      try {
        had = ids(text);
      } catch {
        return; // a list that cannot be read is not ours to mend
      }
      let result: string;
      try {
        result = append(text);
      } catch (error) {
        assert.ok(error instanceof ConfigError, String(error));
        assert.equal(error.code, "trust-list-invalid");
        return;
      }
      assert.ok(result.startsWith(text));
      assert.deepEqual(ids(result), [...had, "acme"]);
    }),
    { numRuns: 400 },
  );
});
