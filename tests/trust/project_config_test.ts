import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigError } from "../../lib/base/errors.ts";
import { readProjectConfig } from "../../lib/trust/project_config.ts";

function read(text: string) {
  return readProjectConfig(new TextEncoder().encode(text), "project.md");
}

Deno.test("no file says nothing", () => {
  assert.deepEqual(readProjectConfig(undefined, "project.md"), {
    findings: [],
  });
  assert.deepEqual(read("# Project\n\nNothing here.\n"), { findings: [] });
});

Deno.test("the organization stands in a line or a table row", () => {
  for (
    const text of [
      "organization: ASF\n",
      "Organization: ASF (see below)\n",
      "- **organization:** `ASF`\n",
      '`organization`: "ASF"\n',
      "* organization: ASF.\n",
      "\ufeff---\r\norganization: ASF # ours\r\n---\r\n",
      "| Key | Value |\n| --- | --- |\n| organization | ASF |\n",
      "| Key | Value |\n| --- | --- |\n| **`organization`** | `ASF` | why |\n",
      "text\norganization: ASF <!-- note -->\n",
      "organization: TODO\n\norganization: ASF\n",
    ]
  ) {
    // A placeholder does not hide the line that was filled in further down.
    assert.equal(read(text).organization, "ASF", text);
  }
});

Deno.test("placeholders and text nobody sees name no organization", () => {
  for (
    const text of [
      "organization: TODO\n",
      "| organization | `TODO` |\n| - | - |\n",
      "organization: TODO: choose one\n",
      "organization: <org>\n",
      "organization:\n",
      "```yaml\norganization: ASF\n```\n",
      "    organization: ASF\n",
      "<!--\norganization: ASF\n-->\n",
      "> organization: ASF\n",
      "our organization: ASF\n",
      "| note | organization | ASF |\n| - | - | - |\n",
    ]
  ) assert.equal(read(text).organization, undefined, text);
});

Deno.test("agents stand on one line, in a list, or one a line", () => {
  for (
    const text of [
      "agents: claude-code, kiro\n",
      "agents: claude-code kiro\n",
      "agents: [claude-code, 'kiro']\n",
      "| agents | `claude-code`, `kiro` |\n| - | - |\n",
      "agents:\n- claude-code\n- `kiro`\n\nOther text here.\n",
      "agents:\n\n  - claude-code\n  - kiro\nprefix: acme-\n",
    ]
  ) assert.deepEqual(read(text).agents, ["claude-code", "kiro"], text);
  assert.equal(read("agents: TODO\n").agents, undefined);
  assert.equal(read("agents:\n").agents, undefined);
});

Deno.test("a prefix ends in a hyphen", () => {
  assert.equal(read("prefix: acme-x-\n").prefix, "acme-x-");
  for (const prefix of ["acme", "Acme-", "../-", "-", "a--", "a".repeat(70)]) {
    assert.throws(
      () => read(`text\n\nprefix: ${prefix}\n`),
      (error) =>
        error instanceof ConfigError && error.code === "value-invalid" &&
        error.message.startsWith("project.md:3:1: "),
      prefix,
    );
  }
});

Deno.test("an organization that is a path is refused", () => {
  assert.throws(
    () => read("organization: ../independent\n"),
    (error) => error instanceof ConfigError && error.code === "value-invalid",
  );
});

Deno.test("a second, different value warns and the first counts", () => {
  const { organization, findings } = read(
    "organization: a\n\norganization: a\n\norganization: b\n",
  );
  assert.equal(organization, "a");
  assert.deepEqual(findings.map(({ level, line }) => [level, line]), [
    ["warning", 5],
  ]);
});

Deno.test("a file that is not UTF-8 is refused", () => {
  assert.throws(
    () => readProjectConfig(new Uint8Array([0xff]), "project.md"),
    (error) => error instanceof ConfigError && error.code === "layer-encoding",
  );
});

Deno.test("any text gives values of their grammar or a coded error", () => {
  const line = fc.tuple(
    fc.constantFrom(
      "organization",
      "agents",
      "prefix",
      "| organization |",
      "-",
    ),
    fc.constantFrom(": ", ":", " | ", "\n- "),
    fc.oneof(fc.string(), fc.constantFrom("a", "a-", "TODO", "`x`")),
  ).map((parts) => parts.join(""));
  fc.assert(fc.property(fc.array(line), (lines) => {
    try {
      const config = read(lines.join("\n"));
      assert.match(config.organization ?? "a", /^[A-Za-z0-9][A-Za-z0-9-]*$/);
      assert.match(config.prefix ?? "a-", /^[a-z0-9-]+-$/);
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error));
    }
  }));
});

Deno.test("prose about the setting makes none, wherever its lines break", () => {
  const text = "Mailing lists are found **only for\n" +
    "`organization: ASF`** projects; others fill them in.\n\n" +
    "`organization: independent` inherits the baseline.\n\n" +
    "| Key | Value |\n| --- | --- |\n" +
    "| `organization` | TODO: one of `ASF` or others |\n";
  const { organization, findings } = read(text);
  assert.equal(organization, undefined);
  assert.deepEqual(findings, []);
  assert.equal(read("`organization: ASF`\n").organization, "ASF");
  assert.equal(read("**organization:** ASF\n").organization, "ASF");
});

Deno.test("a line that is made to be read again and again is read once", () => {
  const length = 200_000;
  const start = performance.now();
  for (
    const text of [
      `a${"_".repeat(length)}b: c`,
      `agents: a${"_".repeat(length)}b`,
      `agents: a${" #".repeat(length / 2)}\u2028b`,
    ]
  ) readProjectConfig(new TextEncoder().encode(text), "project.md");
  assert.ok(performance.now() - start < 5_000);
});
